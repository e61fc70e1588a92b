import { expect, test } from 'vitest'
import type { MenuEntry } from '../answers.ts'
import { droppedOrder, movedBy } from './menu-order.tsx'

const entry = (kind: MenuEntry['kind'], menuId: string, parentId: string | null): MenuEntry => ({
  kind,
  menuId,
  moduleId: menuId.split('.')[0] ?? '',
  parentId,
  title: menuId,
  titleZh: menuId,
  titleEn: menuId,
  icon: null,
  path: null,
  component: null,
  permission: null,
  keepAlive: true,
  hidden: false,
  isMonitoring: false,
  isOwn: false,
  isChanged: false,
  version: 0,
  isStray: false,
})
const list = [
  entry('module', 'a', null),
  entry('group', 'a.g', 'a'),
  entry('page', 'a.1', 'a.g'),
  entry('page', 'a.2', 'a.g'),
  entry('page', 'a.3', 'a.g'),
  entry('group', 'a.h', 'a'),
  entry('module', 'b', null),
  entry('group', 'b.g', 'b'),
  entry('tab', 'b.t', 'b.g'),
  entry('page', 'b.2', 'b.t'),
  entry('page', 'b.1', 'b.g'),
]

test.each<[string, string, ReturnType<typeof droppedOrder>]>([
  ['a.3', 'a.1', { parentId: 'a.g', menuIds: ['a.1', 'a.3', 'a.2'] }],
  ['a.1', 'a.3', { parentId: 'a.g', menuIds: ['a.2', 'a.3', 'a.1'] }],
  ['a.1', 'a.h', { parentId: 'a.h', menuIds: ['a.1'] }],
  ['a.3', 'a.g', { parentId: 'a.g', menuIds: ['a.3', 'a.1', 'a.2'] }],
  ['a', 'b', { parentId: null, menuIds: ['b', 'a'] }],
  ['a.h', 'a.g', { parentId: 'a', menuIds: ['a.g', 'a.h'] }],
  // a group goes to any module, a tab of several pages stands among pages and keeps its own
  ['a.h', 'b.g', { parentId: 'b', menuIds: ['b.g', 'a.h'] }],
  ['a.h', 'b', { parentId: 'b', menuIds: ['a.h', 'b.g'] }],
  ['b.t', 'b.1', { parentId: 'b.g', menuIds: ['b.1', 'b.t'] }],
  ['b.2', 'b.1', null],
  ['b.1', 'b.2', null],
  // a page stays in its module, a group does not become a page, nothing moves onto itself
  ['a.1', 'b.g', null],
  ['a.g', 'a.1', null],
  ['a.1', 'a.1', null],
  ['a.1', 'gone', null],
])('%s dropped on %s', (dragged, target, order) => expect(droppedOrder(list, dragged, target)).toEqual(order))

test('the keys do what a drag does, and stop at the ends', () => {
  expect(movedBy(list, 'a.2', -1)).toEqual(['a.2', 'a.1', 'a.3'])
  expect(movedBy(list, 'a.2', 1)).toEqual(['a.1', 'a.3', 'a.2'])
  expect([movedBy(list, 'a.1', -1), movedBy(list, 'a.3', 1), movedBy(list, 'gone', 1)]).toEqual([null, null, null])
})
