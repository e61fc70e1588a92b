/** 换标单: goods that lie in a bin get the sticker of another listing. */
import { choice, reference } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { batch, label, newLabel, product, quantity, voidStep, warehouse, warehouseOf, worker } from './words.ts'

export const goodsRelabel = document('goods_relabel', {
  type: 'goodsRelabel',
  title: ['换标单', 'Relabelling'],
  number: 'HB',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    warehouseId: warehouse(),
    state: choice(
      '状态',
      'State',
      {
        draft: [0, '草稿', 'Draft', 'quiet'],
        posted: [4, '已换标', 'Relabelled', 'good'],
        reversed: [8, '已冲销', 'Reversed', 'bad'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 0, filter: 'select', width: 100 },
    ),
  },
  list: { empty: ['把库位里的货换成另一个平台 SKU 的标签', 'Goods in a bin get the sticker of another seller SKU'] },
  storage: { index: [['warehouseId', '-businessOn']] },
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
          title: ['换标完成', 'Relabelled'],
          from: ['draft'],
          to: 'posted',
          may: worker,
          tone: 'primary',
          confirm: ['标签已换好？', 'Have the stickers been changed?'],
        },
        void: voidStep(['draft']),
      },
    }),
    posts: { step: 'post', reversed: 'reversed', but: ['remark', 'attachments'] },
  },
})

export const goodsRelabelLine = lines('goods_relabel_line', {
  type: 'goodsRelabelLine',
  title: ['换标明细', 'Relabelling line'],
  of: { relabelId: reference('换标单', 'Relabelling', 'goods_relabel', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  access: { permission: 'goodsRelabel' },
  fields: {
    warehouseId: warehouseOf('relabelId.warehouseId'),
    productId: product(),
    locationId: reference('库位', 'Location', 'goods_location', {
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      width: 110,
    }),
    batchId: batch(),
    fromLabelId: label('原标签', 'Old label'),
    toLabelId: newLabel(),
    quantity: quantity(),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['batchId'], ['locationId']] },
})

export const relabelTables = { goodsRelabel, goodsRelabelLine }
