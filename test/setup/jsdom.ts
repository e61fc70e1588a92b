import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** What antd asks of a browser and jsdom lacks. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
})
window.ResizeObserver = NoResize
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// jsdom prints an error for every style question about a pseudo element, which antd asks when it measures scroll bars.
const computedStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = element => computedStyle(element)

// a lazily loaded page takes longer than a second where two cores run everything at once
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)
