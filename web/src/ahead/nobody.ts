/** Stands for a browser where home is written out: nobody has been there, nothing is kept. Comes before what asks it. */
const nothing = () => null
Object.assign(globalThis, {
  window: {},
  document: {
    documentElement: { dataset: {} },
    querySelector: nothing,
    querySelectorAll: () => [],
    addEventListener: nothing,
  },
  location: new URL('http://localhost/'),
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
  addEventListener: nothing,
})
Object.defineProperty(globalThis, 'localStorage', {
  value: { getItem: nothing, setItem: nothing },
  configurable: true,
})
