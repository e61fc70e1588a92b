import { expect, test } from 'vitest'
import { fitHead } from './use-fitting-head.ts'

/** A head whose title needs this much, of which each level leaves it more. */
function headOf(needed: number, rooms: Readonly<Record<string, number>>): HTMLElement {
  const head = document.createElement('header')
  head.innerHTML = '<div><h1>任务</h1></div>'
  const room = (): number =>
    Math.max(...Object.entries(rooms).flatMap(([name, px]) => (name === '' || head.classList.contains(name) ? [px] : [])))
  const title = head.querySelector('div')
  if (title !== null) {
    Object.defineProperty(title, 'scrollWidth', { get: () => Math.max(needed, room()) })
    Object.defineProperty(title, 'clientWidth', { get: room })
  }
  return head
}
const rooms = { '': 100, 'zg-head-short': 200, 'zg-head-signs': 300 }

test.each([
  [90, []],
  [150, ['zg-head-short']],
  [250, ['zg-head-short', 'zg-head-signs']],
  [400, ['zg-head-short', 'zg-head-signs', 'zg-head-below']],
])('a title that needs %i px takes what it needs and no more', (needed, classes) => {
  const head = headOf(needed, rooms)
  fitHead(head)
  expect([...head.classList]).toEqual(classes)
  // and again, when there is more room: the same
  fitHead(head)
  expect([...head.classList]).toEqual(classes)
})
