/** What holds for the whole house, asked once; and whether there is anybody. */
import { Failure, http } from './api/http'
import type { HouseInfo } from './api/types'

class House {
  info = $state.raw<HouseInfo>({ version: '', lobby: true, chat: true, legal: false, contact: null })
  /** The page is the one that this device kept, which tells nothing of the house. */
  readonly kept = 'kept' in document.documentElement.dataset
  /** The page has begun, and the house does not answer yet. */
  away = $state(this.kept)

  async load(): Promise<void> {
    try {
      this.info = await http.get<HouseInfo>('/house')
      this.away = false
    } catch (error) {
      if (error instanceof Failure && ['offline', 'unavailable'].includes(error.problem.code))
        this.away = true
      throw error
    }
  }
}

export const house = new House()
