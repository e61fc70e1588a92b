/** Webhooks: where events go, and each delivery. */
import { bigInteger, choice, dateTime, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { secret } from '#platform/declare/secret-field.ts'

const computed = { computed: true, optional: true } as const
export const endpointStates = { on: [1, '启用', 'In use', 'good'], off: [2, '停用', 'Off', 'quiet'] } as const

export const webhookEndpoint = resource('webhook_endpoint', {
  type: 'webhookEndpoint',
  title: ['Webhook', 'Webhook'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 40, filter: 'contains', sort: true }),
    address: secret('地址', 'Address', { max: 1_000, help: ['https 开头，保存后不再显示', 'Begins with https; never shown again'] }),
    host: text('主机', 'Host', { max: 300, ...computed, width: 200 }),
    events: longText('事件', 'Events', {
      max: 10_000,
      offers: 'events',
      help: ['输入列表名称查找', 'Type the name of a list'],
    }),
    state: choice('状态', 'State', endpointStates, { default: 1, filter: 'select', width: 90 }),
    runsAs: text('以谁的权限', 'With the rights of', { max: 50, ...computed, width: 120 }),
    said: text('说明', 'Said', { max: 1_000, ...computed, width: 240 }),
    lastOkAt: dateTime('最近送达', 'Last delivered', { ...computed, width: 170 }),
    failingSince: dateTime('失败始于', 'Failing since', { ...computed, show: false }),
    accountId: bigInteger('账号', 'Account', { ...computed, hidden: true }),
    signing: secret('签名密钥', 'Signing secret', { computed: true }),
    signingBefore: secret('上一个签名密钥', 'Signing secret before', { computed: true }),
  },
  list: { empty: ['数据变化时通知其他系统的地址', 'Addresses that are told when records change'] },
  record: { label: 'name' },
  storage: { key: ['name'], index: [['state']] },
})

export const deliveryStates = {
  waiting: [1, '待投递', 'Waiting', 'info'],
  sent: [2, '已送达', 'Delivered', 'good'],
  failed: [3, '失败，会再试', 'Failed, tried again', 'warn'],
  dead: [4, '未送达', 'Given up', 'bad'],
} as const

export const webhookDelivery = resource('webhook_delivery', {
  type: 'webhookDelivery',
  title: ['投递记录', 'Delivery'],
  access: { scope: ownOrganisation, permission: 'webhookEndpoint' },
  fields: {
    at: dateTime('时间', 'At', { filter: 'range', width: 170 }),
    endpointId: reference('Webhook', 'Webhook', 'webhook_endpoint', { filter: 'select', goes: true, width: 140 }),
    event: text('事件', 'Event', { max: 120, filter: 'contains', width: 180 }),
    recordId: text('记录', 'Record', { max: 300, optional: true, width: 110 }),
    state: choice('状态', 'State', deliveryStates, { default: 1, filter: 'select', filterAs: 'tags', width: 110 }),
    tries: integer('次数', 'Tries', { default: 0, width: 70 }),
    nextAt: dateTime('下次', 'Next', { optional: true, width: 170 }),
    status: integer('状态码', 'Status', { identifier: true, optional: true, width: 80 }),
    said: text('说明', 'Said', { max: 1_000, optional: true, width: 240 }),
    sentAt: dateTime('送达', 'Delivered', { optional: true, width: 170 }),
    /** of a test: none */
    eventId: bigInteger('序号', 'Sequence', { optional: true, width: 100 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    empty: ['每个事件的每次投递，保留 30 天', 'Each event that was sent, kept for 30 days'],
  },
  record: { label: 'event' },
  storage: {
    unique: [['endpointId', 'eventId']],
    index: [['orgId', '-id'], ['endpointId', '-id'], { on: ['nextAt'], where: 'state in (1, 3)' }],
  },
})

const named = { webhookEndpoint, webhookDelivery }
export const webhookTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
