import { expect, test } from 'vitest'
import { formItem } from '../gallery/mock-definitions.ts'
import { changesBetween } from './conflict.tsx'

test('what another changed in rich text shows as words, not as markup', () => {
  const items = [formItem('note', '说明', 'richText'), formItem('name', '名称', 'text')]
  const before = { id: '1', note: '<p>旧 &amp; 短</p>', name: '灯' }
  const now = { id: '1', note: '<p>新的</p><p><b>两</b>行</p>', name: '灯' }
  expect(changesBetween(items, before, now)).toEqual([{ title: '说明', from: '旧 & 短', to: '新的 两行' }])
})
