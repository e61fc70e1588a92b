/** Each sandbox pair of Amazon's models, errors included, is sent and read: the request from the model, the answer byte for byte. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { models, pairBook, pairs } from '../../../test/setup/amazon-pairs.ts'
import { AmazonEmulator } from '../emulator/amazon.ts'
import { sendOut } from '#platform/server/outgoing.ts'
import { requestOf, type Values } from './request.ts'

const emulator = new AmazonEmulator(undefined, pairBook)
let url = ''
beforeAll(async () => {
  url = await emulator.start()
  await fetch(`${url}/api.amazon.com/auth/o2/token`, { method: 'POST', body: '' })
})
afterAll(() => emulator.stop())

test('there are 98 of them, and the table of rates is read', () => {
  expect(pairs).toHaveLength(98)
  const [, reports] = models.find(([file]) => file.startsWith('reports')) ?? []
  expect(reports?.get('createReport')).toMatchObject({ method: 'POST', rate: 0.0167, burst: 15 })
  expect(reports?.get('getReports')?.parameters.find(one => one.name === 'reportTypes')?.list).toBe('csv')
})

/** What a pair leaves open may be anything; the body has another name in 13 of them. */
function whole({ operation: { parameters }, values }: (typeof pairs)[number]): Values {
  const isKnown = (name: string): boolean => parameters.some(one => one.name === name)
  const body = parameters.find(one => one.in === 'body')?.name
  const named = Object.entries(values).map(([name, value]) => [isKnown(name) ? name : (body ?? name), value] as const)
  const open = parameters.filter(one => one.required && !named.some(([name, value]) => name === one.name && value !== undefined))
  const any = open.map(one => [one.name, one.in === 'body' ? {} : one.list === null ? 'any' : ['any']] as const)
  return Object.fromEntries([...any, ...named.filter(([, value]) => value !== undefined)])
}

test.each(pairs.map((pair, i) => [`${pair.operation.id} ${pair.status} ${i}`, pair] as const))('%s', async (_, pair) => {
  const { method, path, headers, body } = requestOf(pair.operation, whole(pair))
  const answer = await sendOut({
    method,
    url: new URL(`${url}/sellingpartnerapi-eu.amazon.com${path}`),
    headers: { ...headers, 'x-amz-access-token': 'Atza|1' },
    ...(body === null ? {} : { body }),
    isLocal: true,
  })
  const alike = pairs.filter(one => one.operation === pair.operation && answer.status === one.status)
  const read: unknown = answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString('utf8'))
  // two that ask the same are told apart by a header of the test alone: any of them is right
  const wished = pairs.filter(one => one.operation === pair.operation && JSON.stringify(whole(one)) === JSON.stringify(whole(pair)))
  expect(wished.map(one => [one.status, one.status === 204 ? undefined : one.answer])).toContainEqual([answer.status, read])
  expect(alike.length).toBeGreaterThan(0)
})
