/** 组装拆分单: parts are put together, or goods taken apart, by a bill that holds on the day. Its lines follow from bill and quantity. */
import { choice, decimal, integer, money, reference } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { granted, through } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { batch, product, voidStep, warehouse, worker } from '#areas/goods/index.ts'
import { costRight, quantity } from './words.ts'

export const convertKinds = { assembly: [1, '组装', 'Assembly', 'info'], split: [2, '拆分', 'Split', 'warn'] } as const
export const directions = { into: [1, '投入', 'Goes in', 'quiet'], out: [2, '产出', 'Comes of it', 'good'] } as const

export const goodsConvert = document('goods_convert', {
  type: 'goodsConvert',
  title: ['组装拆分单', 'Assembly and split'],
  number: 'ZZ',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    kind: choice('类型', 'Kind', convertKinds, { default: 1, filter: 'select', as: 'radio', width: 90 }),
    warehouseId: warehouse(),
    bomId: reference('物料清单', 'Bill', 'bom', {
      filter: 'select',
      targetWhere: { state: 2 },
      width: 170,
      help: ['组装用自制、组合的清单，拆分用拆分的清单', 'Made and bundle for assembly, split for a split'],
    }),
    productId: reference('商品', 'Product', 'product', {
      atCreation: 'bomId.productId',
      filter: 'select',
      linkTo: 'goodsStockByItem',
      width: 200,
    }),
    quantity: quantity('数量', 'Quantity', { total: true, help: ['组装出多少，或拆掉多少', 'What is put together, or taken apart'] }),
    toId: reference('放入库位', 'Into', 'goods_location', {
      optional: true,
      narrowedBy: { warehouseId: 'warehouseId' },
      targetWhere: { status: 1 },
      show: false,
      width: 130,
      help: ['不填时放到收货区', 'Empty: the receiving area'],
    }),
    state: choice(
      '状态',
      'State',
      {
        draft: [0, '草稿', 'Draft', 'quiet'],
        posted: [4, '已完成', 'Done', 'good'],
        reversed: [8, '已冲销', 'Reversed', 'bad'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 0, filter: 'select', width: 90 },
    ),
  },
  list: {
    empty: [
      '把物料组装成商品、把套装拆开，都登记一张单，点“完成”后库存随之转换',
      'Parts become goods, or goods are taken apart: stock changes when it is done',
    ],
    shownAs: { card: { title: 'productId', tags: ['kind', 'state'], amount: 'quantity' } },
  },
  storage: { index: [['warehouseId', '-businessOn'], ['bomId'], ['productId'], ['toId']] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        posted: { edit: ['remark', 'attachments'], final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        post: {
          title: ['完成', 'Done'],
          from: ['draft'],
          to: 'posted',
          may: worker,
          tone: 'primary',
          confirm: ['已经组装或拆分完？库存随即转换', 'Has it been put together or taken apart? The stock changes at once'],
        },
        void: voidStep(['draft']),
      },
    }),
    posts: { step: 'post', reversed: 'reversed', but: ['remark', 'attachments'] },
  },
})

const told = { computed: true } as const
/** written by the program alone */
export const goodsConvertLine = resource('goods_convert_line', {
  type: 'goodsConvertLine',
  title: ['组装拆分明细', 'What goes in and comes out'],
  access: { scope: through('convertId'), permission: 'goodsConvert' },
  fields: {
    convertId: reference('组装拆分单', 'Assembly or split', 'goods_convert', { ...told, filter: 'select', goes: true, width: 150 }),
    lineNo: integer('行号', 'Line', { ...told, identifier: true, width: 70 }),
    direction: choice('方向', 'Way', directions, { ...told, filter: 'select', width: 90 }),
    productId: product(),
    quantity: decimal('数量', 'Quantity', 6, { ...told, width: 100 }),
    percent: decimal('成本占比（%）', 'Share of cost (%)', 4, { ...told, optional: true, width: 110 }),
    batchId: batch(),
    fee: money('加工费', 'Fee', { ...told, default: '0', see: costRight, width: 100 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'ASC' },
  },
  record: { editable: [], label: 'productId' },
  storage: { key: ['convertId', 'lineNo'], index: [['orgId', 'id'], ['productId'], ['batchId']] },
})
