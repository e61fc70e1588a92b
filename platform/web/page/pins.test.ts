import { expect, test } from 'vitest'
import { movedTo, pin } from './pins.ts'

test.each([
  [['a'], 'b', { ids: ['a', 'b'] }],
  [['a'], 'a', { ids: ['a'] }],
  [['a', 'b', 'c', 'd', 'e'], 'f', { refusal: '顶部菜单最多只能放5个哦！请删除一些再操作！' }],
  [['a', 'b', 'c', 'd', 'e'], 'c', { ids: ['a', 'b', 'c', 'd', 'e'] }],
])('pinning to %j: %s', (ids, id, result) => expect(pin(ids, id)).toEqual(result))

test.each([
  ['a', 'c', ['b', 'c', 'a']],
  ['c', 'a', ['c', 'a', 'b']],
  ['b', 'b', ['a', 'b', 'c']],
  ['x', 'a', ['a', 'b', 'c']],
])('%s dropped on %s', (id, over, result) => expect(movedTo(['a', 'b', 'c'], id, over)).toEqual(result))
