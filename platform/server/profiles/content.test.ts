import { expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import type { Scheme } from '#platform/declare/wire.ts'
import { wireFields, fieldDefinition } from '../lists/columns.ts'
import { checkedContent, presentContent } from './content.ts'

const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  access: { scope: everybody },
  fields: { no: text('物流单号', 'Tracking number'), carrier: text('承运商', 'Carrier') },
})
const fields = wireFields(parcel).map(([name, f]) => fieldDefinition(parcel, name, f, 'zh', new Map()))
const clock = { nowMs: 0, zone: 'Asia/Shanghai', resources: new Map() }
const kept = (columns: readonly string[], kind: Scheme['kind'] = 1) =>
  checkedContent(parcel, fields, { name: '常用', columnList: columns.map(field => ({ field, width: 100 })) }, clock, kind).columnList.map(
    one => one.field,
  )

test('a scheme whose only shown column is 物流单号 is saved with an empty column list', () => {
  expect(kept(['no'])).toEqual([])
  expect(kept(['carrier'])).toEqual(['carrier'])
  expect(kept(['no', 'carrier'])).toEqual(['no', 'carrier'])
})

test('a column the reader may not see is dropped in silence, one that is gone is named', () => {
  const content = checkedContent(parcel, fields, { name: '全', columnList: [{ field: 'no' }, { field: 'carrier' }] }, clock, 1)
  const seen = presentContent(
    parcel,
    fields.filter(one => one.field === 'no'),
    { ...content, orderByList: [{ field: 'gone', orderBy: 'ASC', title: '旧列' }] },
  )
  expect(seen.content.columnList.map(one => one.field)).toEqual(['no'])
  expect(seen.removed).toEqual(['旧列'])
})
