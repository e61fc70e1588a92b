/** Points of employees: levels, rules, and the ledger of what everybody has. */
import { choice, dateTime, image, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { ledger } from '#platform/declare/ledger.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

const pointsMax = 1_000_000

export const culturalLevel = resource('cultural_level', {
  type: 'culturalLevel',
  title: ['等级', 'Level'],
  access: { scope: ownOrganisation },
  fields: {
    levelNo: integer('等级', 'Level', { min: 1, max: 99, sort: true, identifier: true }),
    name: text('名称', 'Name', { max: 20, filter: 'contains' }),
    minPoint: integer('起始积分', 'From points', { min: 0, max: pointsMax * 100, sort: true }),
    image: image('图标', 'Picture', { optional: true }),
    privileges: longText('权益', 'Privileges', { optional: true, max: 500 }),
  },
  list: {
    shownAs: { card: { amount: 'minPoint' } },
    sort: { field: 'minPoint', way: 'ASC' },
    empty: ['先建起始积分为 0 的第一级，再建更高的等级', 'Begin with the level from 0 points'],
  },
  record: { label: 'name', picture: 'image' },
  storage: { key: ['levelNo'], unique: [['minPoint']], index: [['orgId', 'minPoint', 'id']] },
})

export const ruleStates = { on: [1, '启用', 'In use', 'good'], off: [2, '停用', 'Off', 'quiet'] } as const

export const culturalRule = resource('cultural_rule', {
  type: 'culturalRule',
  title: ['积分规则', 'Rule of points'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('事件', 'Event', { max: 30, computed: true, show: false }),
    name: text('规则名称', 'Name', { max: 30, filter: 'contains' }),
    nameEn: text('英文名称', 'English name', { max: 60, optional: true }),
    points: integer('每次积分', 'Points', { min: 0, max: 10_000, inline: true, sort: true }),
    dailyCap: integer('每日上限', 'Most a day', { min: 1, max: pointsMax, optional: true, inline: true }),
    monthlyCap: integer('每月上限', 'Most a month', { min: 1, max: pointsMax, optional: true, inline: true }),
    validMonths: integer('有效月数', 'Months valid', {
      min: 1,
      max: 120,
      optional: true,
      help: ['不填则到次年年底', 'Empty: until the end of next year'],
    }),
    status: choice('状态', 'Status', ruleStates, { default: 1, filter: 'select', inline: true }),
  },
  list: { shownAs: { card: { amount: 'points' } }, sort: { field: 'id', way: 'ASC' } },
  record: { label: 'name', labelEn: 'nameEn' },
  storage: { key: ['code'], index: [['orgId', 'id']] },
})

/** Points of each employee. What an entry of points is made of is told by its rule, or by its source. */
export const points = ledger('cultural_point', {
  title: ['积分明细', 'Points'],
  type: 'culturalPoint',
  scope: ownOrganisation,
  cell: { employeeId: reference('员工', 'Employee', 'employee', { width: 120 }) },
  amount: integer('积分', 'Points', { total: true, sort: true }),
  kinds: {
    earn: ['获得', 'Earned'],
    reserve: ['占用', 'Reserved'],
    release: ['释放', 'Released'],
    spend: ['兑换', 'Spent'],
    expire: ['过期', 'Expired'],
    correct: ['调整', 'Corrected'],
  },
  extraFields: {
    ruleId: reference('规则', 'Rule', 'cultural_rule', { filter: 'select', width: 140 }),
    source: text('来源', 'Source', { max: 100, filter: 'contains', width: 200 }),
    note: text('说明', 'Note', { max: 200, width: 200 }),
  },
  floor: 0,
  reserve: true,
  idempotent: true,
  lots: { order: 'expiry', againDays: 30 },
  capped: 'ruleId',
  empty: ['每次获得、兑换、过期都是一条明细', 'Each gain, exchange and expiry is an entry'],
})

/** When a person was here last: what was gained since then is new to him. */
export const cultureVisit = resource('culture_visit', {
  title: ['最近来访', 'Last visit'],
  access: { scope: ownOrganisation },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee'),
    seenAt: dateTime('最近来访', 'Seen at'),
    beforeAt: dateTime('上次来访', 'Before that'),
  },
  record: { label: 'employeeId' },
  storage: { key: ['employeeId'] },
})

const named = { culturalLevel, cultureVisit }
export const pointTables = [...Object.values(named), culturalRule, ...points.resources]
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
