/** 发货计划: what shall go from which warehouse where; its lines become lines of shipping orders. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, month, reference } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { byProgress } from '#platform/declare/draws.ts'
import { anyOf, grantedShopsOrNone, ownedBy } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { drawnState } from '#platform/format/drawn.ts'
import { kept, label, product, quantity } from '#areas/goods/index.ts'
import { standardSteps, statesOf } from '#areas/supply/index.ts'
import { channelNamed, targets, warehouseNamed } from './words.ts'

const running = ['remark', 'attachments'] as const
export const planStates = statesOf(['待发货', 'To ship'], ['部分发货', 'Partly shipped'], ['已发完', 'Shipped'])

export const shipPlan = document('ship_plan', {
  type: 'shipPlan',
  title: ['发货计划', 'Ship plan'],
  number: 'FHJH',
  access: { scope: anyOf(grantedShopsOrNone, ownedBy('ownerId')) },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', {
      optional: true,
      filter: 'select',
      width: 140,
      help: ['发往 FBA、WFS 时必填', 'Needed for FBA and WFS'],
    }),
    month: month('备货月份', 'Month', { filter: 'range', sort: true, width: 100 }),
    state: choice('状态', 'State', statesOf(['待发货', 'To ship'], ['部分发货', 'Partly shipped'], ['已发完', 'Shipped']), {
      default: 0,
      filter: 'select',
      width: 100,
    }),
    ownerId: reference('计划人', 'Planned by', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    deptId: reference('部门', 'Department', 'department', { optional: true, atCreation: 'ownerId.deptId', filter: 'select', width: 120 }),
  },
  list: {
    empty: ['计划哪些货从哪个仓库发到哪里，审批后转成发货单', 'What shall go where; approved plans become shipping orders'],
    shownAs: { board: { by: 'state' }, card: { subtitle: 'shopId', tags: ['state'], person: 'ownerId' } },
  },
  storage: {
    index: [
      ['shopId', 'month'],
      ['ownerId', 'state', '-businessOn'],
      ['deptId', '-businessOn'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: running },
        part: { edit: running },
        done: { edit: running },
        closed: { final: true },
        voided: { final: true },
      },
      steps: { ...standardSteps(['提交', 'Submit']), ...byProgress('open', 'part', 'done') },
    }),
    approval: approval({ submit: { title: ['发货计划', 'Ship plan'], steps: ['submit'] } }, { figures: ['no', 'shopId', 'month'] }),
  },
})

export const shipPlanLine = lines('ship_plan_line', {
  type: 'shipPlanLine',
  title: ['发货计划明细', 'Plan line'],
  of: { planId: reference('发货计划', 'Ship plan', 'ship_plan', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 1_000,
  progress: drawnState(['open', 'part', 'done'], 'quantity', 'shipped', 'closedQty'),
  access: { permission: 'shipPlan' },
  fields: {
    productId: product(),
    labelId: label(),
    quantity: quantity(),
    needOn: date('需求日期', 'Needed on', { filter: 'range', sort: true, width: 110 }),
    fromWarehouseId: warehouseNamed('发货仓库', 'From'),
    target: choice('发往', 'To', targets, { default: 1, filter: 'select', width: 90 }),
    toWarehouseId: warehouseNamed('目的仓库', 'Destination', {
      optional: true,
      help: ['发往三方仓、自营仓时必填', 'Needed for third-party and own warehouses'],
    }),
    channelId: channelNamed({ optional: true }),
    shipped: kept('已转发货单', 'In shipping orders'),
    delivered: kept('已交付', 'Delivered'),
    closedQty: kept('已关闭', 'Closed early'),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['fromWarehouseId'], ['toWarehouseId'], ['channelId'], ['labelId']] },
})

export const planTables = { shipPlan, shipPlanLine }
