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
]

test.each<[string, string, boolean, ReturnType<typeof droppedOrder>]>([
  ['a.3', 'a.1', true, { parentId: 'a.g', menuIds: ['a.1', 'a.3', 'a.2'] }],
  ['a.1', 'a.3', true, { parentId: 'a.g', menuIds: ['a.2', 'a.3', 'a.1'] }],
  ['a.1', 'a.h', false, { parentId: 'a.h', menuIds: ['a.1'] }],
  ['a.3', 'a.g', false, { parentId: 'a.g', menuIds: ['a.3', 'a.1', 'a.2'] }],
  ['a', 'b', true, { parentId: null, menuIds: ['b', 'a'] }],
  ['a.h', 'a.g', true, { parentId: 'a', menuIds: ['a.g', 'a.h'] }],
  // a page stays in its module, a group does not become a page, nothing moves onto itself
  ['a.1', 'b.g', false, null],
  ['a.g', 'a.1', true, null],
  ['a.1', 'a.1', true, null],
  ['a.1', 'gone', true, null],
])('%s dropped on %s (gap %s)', (dragged, target, gap, order) => expect(droppedOrder(list, dragged, target, gap)).toEqual(order))

test('the keys do what a drag does, and stop at the ends', () => {
  expect(movedBy(list, 'a.2', -1)).toEqual(['a.2', 'a.1', 'a.3'])
  expect(movedBy(list, 'a.2', 1)).toEqual(['a.1', 'a.3', 'a.2'])
  expect([movedBy(list, 'a.1', -1), movedBy(list, 'a.3', 1), movedBy(list, 'gone', 1)]).toEqual([null, null, null])
})
