/** Tables of the HTTP layer: first results of writes that carried an Idempotency-Key; how long calls took. */
import { bigInteger, dateTime, integer, longText, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

export const idempotency = resource('idempotency', {
  title: ['请求的首次结果', 'First result of a request'],
  access: { scope: serverOnly },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    /** method and path, `POST /product/insert` */
    path: text('接口', 'Call', { max: 200 }),
    key: text('请求标识', 'Idempotency key', { max: 128 }),
    /** sha256 of organisation and input */
    bodyHash: text('内容摘要', 'Hash of the input', { max: 64 }),
    /** HTTP status and envelope of the first result; empty while it runs */
    status: integer('状态码', 'HTTP status', { optional: true }),
    answer: longText('结果', 'Result', { optional: true }),
    createdAt: dateTime('时间', 'Time'),
  },
  storage: { primary: ['accountId', 'path', 'key'], index: [['createdAt']] },
})

/** Calls of an hour, by route, of all processes: what was slow and what failed. */
export const callHour = resource('call_hour', {
  title: ['调用耗时', 'Time of calls'],
  access: { scope: serverOnly },
  fields: {
    hour: dateTime('小时', 'Hour'),
    /** method and path, `POST /product/insert` */
    route: text('接口', 'Call', { max: 200 }),
    calls: integer('次数', 'Calls'),
    /** longer than a second */
    slow: integer('慢调用', 'Slow'),
    /** answered by a defect of ours */
    failed: integer('出错', 'Failed'),
    totalMs: bigInteger('总毫秒', 'Milliseconds'),
    maxMs: integer('最长毫秒', 'Longest'),
  },
  storage: { organisation: false, primary: ['hour', 'route'] },
})

export const tables = { idempotency, callHour }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
