/**
 * 即时库存: what lies in the warehouses of whoever looks, by item, by location, by batch and by label. Whoever sees a row sees the seller SKU
 * and the FNSKU of its label, without a grant of the shop.
 */
import { sql } from 'kysely'
import { bigInteger, choice, date, dateTime, decimal, integer, reference, text, type Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { granted, ownOrganisation } from '#platform/declare/scope.ts'
import type { Db } from '#platform/server/area.ts'
import { view } from '#platform/server/database.ts'
import { batchStatus, locationKinds } from './location-tables.ts'

const permission = 'goodsStock'
const quantity = (zh: string, en: string, more: object = {}): Field =>
  decimal(zh, en, 6, { sort: true, total: true, filter: 'range', width: 100, ...more })
const ofItem = (zh: string, en: string, more: object = {}): Field => quantity(zh, en, { total: false, ...more })
const product = (more: object = { linkTo: 'goodsStockByItem' }) =>
  reference('商品', 'Product', 'product', { filter: 'select', sort: true, width: 220, ...more })
const warehouse = () => reference('仓库', 'Warehouse', 'warehouse', { filter: 'select', sort: true, width: 130 })
const batch = (more: object = {}) => reference('批次', 'Batch', 'goods_batch', { filter: 'select', width: 130, ...more })
const labelSku = () => text('标签（MSKU）', 'Label (seller SKU)', { optional: true, filter: 'contains', width: 150 })
const fnsku = () => text('FNSKU', 'FNSKU', { optional: true, filter: 'equals', width: 120 })
const orgId = () => bigInteger('组织', 'Organisation', { hidden: true, computed: true })
const shared = () => ({
  quantity: quantity('数量', 'Quantity'),
  reserved: quantity('已占用', 'Held'),
  free: quantity('可用', 'Free', { help: ['数量减去已占用', 'Quantity less what is held'] }),
})
/** a tab of the page of an item */
const tabOf = (at: number) => ({ goodsStockByItem: { by: { productId: 'productId' }, at } })
const inLocations = { scope: granted('warehouse_id', 'warehouses'), permission }

const [zero, free] = [sql`c.quantity <> 0`, sql`(c.quantity - c.reserved)`]
const skuOf = (label: ReturnType<typeof sql>) => sql`goods_label(${label})`.as('label_sku')
const fnskuOf = (db: Db, label: ReturnType<typeof sql>) =>
  db
    .selectFrom('goods_barcode as f')
    .select(sql`min(f.code)`.as('code'))
    .where(sql<boolean>`f.label_id = ${label} and f.kind = 2`)
    .as('fnsku')

/** One row a product, also of those that there are none of. */
export const stockByItem = view(
  'goods_stock_by_item',
  {
    type: 'goodsStockByItem',
    title: ['库存', 'Stock'],
    access: { scope: ownOrganisation, permission },
    fields: {
      orgId: orgId(),
      sku: text('SKU', 'SKU', { filter: 'contains', sort: true, show: false, width: 130 }),
      productId: product({}),
      // no sums: they would add pieces to kilograms, and read every cell for each page
      quantity: ofItem('数量', 'Quantity'),
      reserved: ofItem('已占用', 'Held'),
      free: ofItem('可用', 'Free', { help: ['库位中合格、未占用的数量', 'In bins, of good batches, not held'] }),
      receiving: ofItem('待上架', 'To put away', { help: ['收货区和退货区', 'Receiving and returns'] }),
      inspection: ofItem('待检', 'To inspect'),
      defective: ofItem('不良', 'Defective'),
      staged: ofItem('待发', 'Staged'),
      transit: ofItem('在途', 'In transit'),
      bundles: decimal('可组装', 'Can be put together', 6, {
        optional: true,
        width: 100,
        help: [
          '套装：按已发布的清单，用同一仓库可用的部件还能组装多少',
          'Of a bundle: so many more by its released bill, of parts that are free',
        ],
      }),
      working: ofItem('在制', 'In production', { help: ['在制和委外加工商处', 'In production and at subcontractors'] }),
    },
    list: {
      sort: { field: 'sku', way: 'ASC' },
      search: false,
      tabOf: { product: { by: { productId: 'id' } } },
      shownAs: { card: { amount: 'free' } },
      empty: ['每个商品的即时库存', 'Stock of each product'],
    },
    record: {
      label: 'sku',
      recordPage: {
        head: ['productId', 'quantity', 'free', 'reserved', 'transit'],
        groups: [
          { title: ['数量', 'Quantities'], fields: ['quantity', 'reserved', 'free', 'bundles'] },
          { title: ['其中', 'Of it'], fields: ['receiving', 'inspection', 'defective', 'staged', 'transit', 'working'] },
          { title: ['商品', 'Product'], fields: ['productId'] },
        ],
        tabs: ['fields'],
      },
    },
    storage: { primary: ['productId'] },
  },
  db => {
    const all = sql`c.quantity`
    const sumOf = (name: string, of: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
      sql`coalesce(sum(${of}) filter (where ${where}), 0)`.as(name)
    const kind = (...kinds: readonly number[]) => sql`l.kind = any(array[${sql.join(kinds.map(one => sql.lit(one)))}])`
    return db
      .selectFrom('product as p')
      .leftJoinLateral(
        cells =>
          cells
            .selectFrom('goods_cell as c')
            .innerJoin('goods_location as l', join => join.on(sql<boolean>`l.id = c.location_id`))
            .leftJoin('goods_batch as b', join => join.on(sql<boolean>`b.id = c.batch_id`))
            .where(sql<boolean>`c.org_id = p.org_id and c.product_id = p.id`)
            .select([
              sumOf('quantity', all, sql`true`),
              sumOf('reserved', sql`c.reserved`, sql`true`),
              sumOf('free', free, sql`l.kind = 1 and l.status = 1 and coalesce(b.status, 1) = 1`),
              sumOf('receiving', all, kind(locationKinds.receiving[0], locationKinds.returns[0])),
              sumOf('inspection', all, kind(locationKinds.inspection[0])),
              sumOf('defective', all, kind(locationKinds.defective[0])),
              sumOf('staged', all, kind(locationKinds.staging[0])),
              sumOf('transit', all, kind(locationKinds.transit[0])),
              sumOf('working', all, kind(locationKinds.working[0], locationKinds.subcontractor[0])),
            ])
            .as('s'),
        join => join.onTrue(),
      )
      .select([
        sql`p.org_id`.as('org_id'),
        sql`p.id`.as('product_id'),
        sql`p.sku`.as('sku'),
        ...['quantity', 'reserved', 'free', 'receiving', 'inspection', 'defective', 'staged', 'transit', 'working'].map(name =>
          sql.ref(`s.${name}`).as(name),
        ),
        sql`goods_bundles(p.org_id, p.id, null, current_date)`.as('bundles'),
      ])
  },
) as unknown as Resource

export const stockByLocation = view(
  'goods_stock_by_location',
  {
    type: 'goodsStockByLocation',
    title: ['库位库存', 'Stock by location'],
    access: inLocations,
    fields: {
      orgId: orgId(),
      cellId: reference('库存', 'Cell', 'goods_cell', { hidden: true }),
      warehouseId: warehouse(),
      locationId: reference('库位', 'Location', 'goods_location', { filter: 'select', width: 140 }),
      kind: choice('库位类型', 'Kind', locationKinds, { filter: 'select', width: 100 }),
      productId: product(),
      ...shared(),
      batchId: batch({ optional: true }),
      expiresOn: date('失效日期', 'Expires on', { optional: true, filter: 'range', width: 110 }),
      labelSku: labelSku(),
      fnsku: fnsku(),
      since: date('入库日期', 'Here since', { filter: 'range', sort: true, width: 110 }),
    },
    list: {
      sort: { field: 'productId', way: 'ASC' },
      search: false,
      tabOf: tabOf(1),
      empty: ['货物放在哪个库位，一个批次和标签一行', 'In which location goods lie, a row for each batch and label'],
    },
    record: { label: 'productId' },
    storage: { primary: ['productId', 'cellId'] },
  },
  db =>
    db
      .selectFrom('goods_cell as c')
      .innerJoin('goods_location as l', join => join.on(sql<boolean>`l.id = c.location_id`))
      .leftJoin('goods_batch as b', join => join.on(sql<boolean>`b.id = c.batch_id`))
      .where(sql<boolean>`${zero}`)
      .select([
        sql`c.id`.as('cell_id'),
        ...['org_id', 'warehouse_id', 'location_id', 'product_id', 'quantity', 'reserved', 'since'].map(name =>
          sql.ref(`c.${name}`).as(name),
        ),
        sql`l.kind`.as('kind'),
        sql`${free}`.as('free'),
        sql`b.id`.as('batch_id'),
        sql`b.expires_on`.as('expires_on'),
        skuOf(sql`c.label_id`),
        fnskuOf(db, sql`c.label_id`),
      ]),
) as unknown as Resource

/** Sums of a batch or a label in a warehouse. */
const summed = [sql`sum(c.quantity)`.as('quantity'), sql`sum(c.reserved)`.as('reserved'), sql`sum(c.quantity - c.reserved)`.as('free')]

export const stockByBatch = view(
  'goods_stock_by_batch',
  {
    type: 'goodsStockByBatch',
    title: ['批次库存', 'Stock by batch'],
    access: inLocations,
    fields: {
      orgId: orgId(),
      warehouseId: warehouse(),
      productId: product(),
      batchId: batch({ sort: true }),
      status: choice('批次状态', 'Status', batchStatus, { filter: 'select', width: 90 }),
      expiresOn: date('失效日期', 'Expires on', { optional: true, filter: 'range', sort: true, width: 110 }),
      ...shared(),
      since: date('入库日期', 'Here since', { filter: 'range', sort: true, width: 110 }),
    },
    list: {
      sort: { field: 'expiresOn', way: 'ASC' },
      search: false,
      tabOf: tabOf(2),
      empty: ['按批次管控的商品，每批在每个仓库还有多少', 'How much there is of each batch in each warehouse'],
    },
    record: { label: 'batchId' },
    storage: { primary: ['productId', 'warehouseId', 'batchId'] },
  },
  db =>
    db
      .selectFrom('goods_cell as c')
      .innerJoin('goods_batch as b', join => join.on(sql<boolean>`b.id = c.batch_id`))
      .where(sql<boolean>`${zero}`)
      .groupBy(sql`c.org_id, c.warehouse_id, c.product_id, b.id, b.status, b.expires_on`)
      .select([
        ...['c.org_id', 'c.warehouse_id', 'c.product_id', 'b.status', 'b.expires_on'].map(name => sql.ref(name).as(name.slice(2))),
        sql`b.id`.as('batch_id'),
        sql`min(c.since)`.as('since'),
        ...summed,
      ]),
) as unknown as Resource

export const stockByLabel = view(
  'goods_stock_by_label',
  {
    type: 'goodsStockByLabel',
    title: ['标签库存', 'Stock by label'],
    access: inLocations,
    fields: {
      orgId: orgId(),
      warehouseId: warehouse(),
      labelId: reference('标签', 'Label', 'sku_map', { hidden: true }),
      labelSku: labelSku(),
      fnsku: fnsku(),
      productId: product(),
      ...shared(),
    },
    list: {
      sort: { field: 'productId', way: 'ASC' },
      search: false,
      tabOf: tabOf(3),
      empty: ['贴了平台标签的货，每个标签在每个仓库有多少', 'How many units bear each label in each warehouse'],
    },
    record: { label: 'labelSku' },
    storage: { primary: ['productId', 'warehouseId', 'labelId'] },
  },
  db =>
    db
      .selectFrom('goods_cell as c')
      .where(sql<boolean>`${zero} and c.label_id <> 0`)
      .groupBy(sql`c.org_id, c.warehouse_id, c.product_id, c.label_id`)
      .select([
        ...['org_id', 'warehouse_id', 'product_id', 'label_id'].map(name => sql.ref(`c.${name}`).as(name)),
        skuOf(sql`c.label_id`),
        fnskuOf(db, sql`c.label_id`),
        ...summed,
      ]),
) as unknown as Resource

export const heldStock = view(
  'goods_stock_held',
  {
    type: 'goodsStockHeld',
    title: ['占用明细', 'What is held'],
    access: inLocations,
    fields: {
      orgId: orgId(),
      holdId: reference('占用', 'Hold', 'goods_hold', { hidden: true }),
      docNo: text('单号', 'Document', { optional: true, filter: 'equals', sort: true, width: 150 }),
      productId: product(),
      quantity: quantity('占用数量', 'Held'),
      warehouseId: warehouse(),
      locationId: reference('库位', 'Location', 'goods_location', { filter: 'select', width: 140 }),
      batchId: batch({ optional: true }),
      labelSku: labelSku(),
      priority: integer('优先级', 'Priority', { sort: true, width: 90 }),
      until: dateTime('保留至', 'Until', { optional: true, width: 150 }),
    },
    list: {
      sort: { field: 'productId', way: 'ASC' },
      search: false,
      tabOf: tabOf(4),
      empty: ['单据占用了哪些库存，发货或作废后释放', 'Which stock documents hold for themselves'],
    },
    record: { label: 'docNo' },
    storage: { primary: ['productId', 'holdId'] },
  },
  db =>
    db
      .selectFrom('goods_hold as h')
      .innerJoin('goods_cell as c', join => join.on(sql<boolean>`c.id = h.cell_id`))
      .where(sql<boolean>`h.state = 1`)
      .select([
        sql`h.id`.as('hold_id'),
        ...['c.org_id', 'h.doc_no', 'c.product_id', 'h.quantity', 'c.warehouse_id', 'c.location_id', 'h.priority', 'h.until'].map(name =>
          sql.ref(name).as(name.slice(2)),
        ),
        sql`nullif(c.batch_id, 0)`.as('batch_id'),
        skuOf(sql`c.label_id`),
      ]),
) as unknown as Resource

export const stockViews = { stockByItem, stockByLocation, stockByBatch, stockByLabel, heldStock }
