/** Each column that names an MSKU or a product shows it by picture and name, once a row: over all lists and reports of the registry. */
import { isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { FieldDefinition, ListDefinition, Row } from '#platform/declare/wire.ts'
import { fieldDefinition, wireFields } from '#platform/server/lists/columns.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { itemOfDimension } from '#platform/declare/items.ts'
import { dataColumns } from '#platform/web/table/columns.tsx'
import { ItemCell } from '#platform/web/values/item-cell.tsx'

const registry = registryOf(withHouseAreas(areas))
const lists = [...registry.types.values()].filter(r => registry.routes.some(one => one.verb === 'list' && one.resource?.table === r.table))
const columnsOf = (r: Resource): FieldDefinition[] =>
  wireFields(r).map(([name, f]) => fieldDefinition(r, name, f, 'zh', registry.resources))

/** What names goods by its name, in whichever way it was declared: texts called SKU, references to products. */
const namesGoods = ({ field, kind, target }: FieldDefinition): boolean =>
  target === 'product' ? kind === 'reference' : kind === 'text' && /^(?:sellerS|ms|s)ku$/i.test(field)

/** The list of products itself shows their SKU and name in columns of their own. */
const goodsThemselves = new Set(['product'])

const isItem = (node: ReactNode): boolean => isValidElement(node) && node.type === ItemCell

/** Whether the cell of the table is a product's. */
function drawsItem(result: readonly FieldDefinition[], field: FieldDefinition): boolean {
  const [column] = dataColumns({
    definition: { result, sortList: [], calls: {}, form: [] } as unknown as ListDefinition,
    shown: [field],
    state: { filters: {} },
    layout: { widthOf: () => field.width, isSet: () => false, frozen: new Set<string>() },
    answer: undefined,
    isMobile: false,
    onOpen: () => undefined,
    canEdit: () => false,
    urlOf: () => null,
  })
  const row = { id: '1', [field.field]: '7', [`${field.field}Label`]: 'HM-1', shopId: '1' } as unknown as Row
  return column?.plain?.(row) === null && isItem(column.render(row))
}

test('each list shows what its rows are about as products', () => {
  const goods = lists.filter(r => !goodsThemselves.has(r.type ?? '')).map(r => ({ type: r.type ?? r.table, columns: columnsOf(r) }))
  const named = goods.flatMap(({ type, columns }) => columns.filter(namesGoods).map(column => ({ type, column, columns })))
  expect(named.length).toBeGreaterThan(70)
  // beside an MSKU the product is said already
  const wrong = named.filter(({ column, columns }) => {
    const hasSku = columns.some(one => one !== column && one.item?.by === 'sellerSku')
    return drawsItem(columns, column) !== !(hasSku && column.item === undefined) || (hasSku && column.item !== undefined)
  })
  expect(wrong.map(({ type, column }) => `${type}.${column.field}`)).toEqual([])
})

test('an MSKU is that of the shop its row names, and its column has room', () => {
  const all = lists.flatMap(r => columnsOf(r).flatMap(column => (column.item === undefined ? [] : [{ r, column }])))
  expect(all.filter(({ column }) => column.width < 200).map(({ r, column }) => `${r.type}.${column.field}`)).toEqual([])
  const shopless = all.filter(
    ({ r, column }) =>
      column.item?.by === 'sellerSku' && (column.item.shop === undefined) !== !Object.values(r.fields).some(one => one.to === 'shop'),
  )
  expect(shopless).toEqual([])
})

test('no row shows two products for one thing', () => {
  const twice = lists.flatMap(r => {
    const items = columnsOf(r).filter(one => one.item !== undefined && one.isShow)
    const says = `${r.type}: ${items.map(one => one.field).join(' ')}`
    return items.length > 1 && items.some(one => one.item?.by === 'sellerSku') ? [says] : []
  })
  expect(twice).toEqual([])
})

test('each report shows MSKUs and products by picture and name', () => {
  const dimensions = [...registry.reports.values()].flatMap(({ report }) =>
    Object.entries(report.dimensions).map(([name, d]) => ({ name: `${report.name}.${name}`, d })),
  )
  const named = dimensions.filter(({ name, d }) => /\.(?:sku|sellerSku|product)$/.test(name) || d.target === 'product')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ d }) => itemOfDimension(d) === null).map(({ name }) => name)).toEqual([])
})
