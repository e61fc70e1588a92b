/** Doors for programs: accounts that nobody signs in with, and keys of such accounts or of one's own. */
import { bigInteger, choice, date, dateTime, integer, links, reference, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

const computed = { computed: true, optional: true } as const
export const accountStates = { open: [1, '启用', 'In use', 'good'], closed: [2, '停用', 'Closed', 'quiet'] } as const

/** An account of a program: it has roles and departments as a person has, and no password that anybody knows. */
export const technicalAccount = resource('technical_account', {
  type: 'technicalAccount',
  title: ['技术账号', 'Technical account'],
  access: { scope: ownOrganisation, fresh: true },
  fields: {
    name: text('名称', 'Name', { max: 40, filter: 'contains', sort: true }),
    roleIds: links('角色', 'Roles', 'role', {
      max: 20,
      optional: true,
      help: ['密钥的权限只能在这些角色之内选择', 'Keys are given some of what these roles may do'],
    }),
    deptIds: links('可见部门', 'Departments', 'department', {
      max: 100,
      optional: true,
      help: ['不选：看得到全公司的数据', 'None: sees all of the company'],
    }),
    status: choice('状态', 'Status', accountStates, { default: 1, filter: 'select' }),
    remark: text('说明', 'Remark', { max: 200, optional: true }),
    accountId: bigInteger('账号', 'Account', { ...computed, hidden: true }),
  },
  list: { empty: ['给其他系统使用的账号，没有人能用它登录', 'Accounts of other programs; nobody signs in with them'] },
  record: { label: 'name' },
  storage: { key: ['name'], index: [['accountId']] },
})

export const keyStates = { live: [1, '有效', 'Live', 'good'], revoked: [2, '已撤销', 'Revoked', 'quiet'] } as const

/** A key by which a program asks as an account, for less than the account may. Its text is told once. */
export const apiKey = resource('api_key', {
  type: 'apiKey',
  title: ['接口密钥', 'API key'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 40, filter: 'contains', sort: true }),
    part: text('密钥', 'Key', { max: 16, computed: true, filter: 'contains', width: 170 }),
    technicalId: reference('技术账号', 'Technical account', 'technical_account', { ...computed, filter: 'select', width: 140 }),
    owner: text('属于', 'Belongs to', { max: 50, computed: true, filter: 'contains', width: 110 }),
    rights: integer('权限项', 'Rights', { computed: true, width: 90 }),
    shops: integer('限定店铺', 'Shops', { ...computed, width: 100, help: ['空：账号的全部店铺', 'Empty: all of the account'] }),
    addresses: texts('允许的地址', 'Addresses', { ...computed, show: false }),
    perMinute: integer('每分钟', 'A minute', { computed: true, default: 600, width: 90 }),
    endsOn: date('有效期至', 'Ends on', { computed: true, filter: 'range', sort: true, width: 120 }),
    state: choice('状态', 'State', keyStates, { computed: true, default: 1, filter: 'select', filterAs: 'tags', width: 90 }),
    lastUsedAt: dateTime('最近使用', 'Last used', { ...computed, width: 170 }),
    lastAddress: text('最近地址', 'Last address', { max: 64, ...computed, width: 140 }),
    accountId: bigInteger('账号', 'Account', { computed: true, hidden: true }),
    hash: text('摘要', 'Hash', { max: 64, computed: true, hidden: true }),
    scopes: texts('权限', 'Rights', { computed: true, hidden: true }),
    shopIds: texts('店铺', 'Shops', { ...computed, hidden: true }),
  },
  list: {
    sort: { field: 'id', way: 'DESC' },
    empty: ['其他系统用密钥读写数据，不用人的密码', 'Programs read and write by keys, without passwords'],
  },
  record: { label: 'name' },
  storage: { index: [['orgId', '-id'], ['accountId'], ['technicalId'], ['hash']] },
})

const named = { technicalAccount, apiKey }
export const accessTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
