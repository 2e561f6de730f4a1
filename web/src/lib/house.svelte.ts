/** What holds for the whole house; asked once. */
import { http } from './api/http'
import type { HouseInfo } from './api/types'

class House {
  info = $state.raw<HouseInfo>({ version: '', lobby: true, chat: true, legal: false, contact: null })

  async load(): Promise<void> {
    this.info = await http.get<HouseInfo>('/house')
  }
}

export const house = new House()
