/** The mailbox through the real calls: sent, read, answered, withdrawn, deleted; wrong people, two at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { multipart } from '../../test/setup/multipart.ts'
import { mailbox } from './index.ts'

type Name = 'admin' | 'boss' | 'employee' | 'sales'
const names: readonly Name[] = ['admin', 'boss', 'employee', 'sales']
const root = mkdtempSync(join(tmpdir(), 'zhanggui-mail-'))
let h: DemoHouse
const who = {} as Record<Name, Person>
beforeAll(async () => {
  h = await demoHouse([mailbox], localFileStore(root))
  for (const name of names) who[name] = await signedInAs(h, name)
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

const write = { subject: '茶水间', content: '咖啡机坏了两周，希望尽快修。', kind: 1 }
async function send(by: Name = 'employee', more: object = {}): Promise<string> {
  const answer = await who[by].post('/emp/bossMsg', { ...write, ...more })
  expect(answer.msg).toBe('')
  return answer.data.id
}
const inbox = async (more: object = {}) => (await who.boss.post('/manager/managerInboxs', more)).data.list
const newest = async (): Promise<string> => (await inbox())[0].id
const sentOf = async (by: Name, id: string) => (await who[by].get(`/emp/empContributionsDetails?id=${id}`)).data
const unread = async (by: Name, side: 'emp' | 'manager') => (await who[by].get(`/${side}/unreadCount`)).data.total
async function upload(by: Name): Promise<string> {
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const { type: contentType, payload } = multipart({ type: 'ATTACHMENT' }, [{ name: 'a.png', content }])
  const headers = { 'content-type': contentType, authorization: `Bearer ${who[by].token}` }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })
  return answer.json<{ data: { id: string } }>().data.id
}

test('sent, read, answered, answered again: each side has its own copy and its own count', async () => {
  const id = await send()
  expect(await unread('boss', 'manager')).toBe(1)
  expect(await inbox({ isRead: 0, kind: 1, keyword: '咖啡' })).toMatchObject([{ subject: '茶水间', from: '王芳', isRead: false }])
  const msgId = await newest()
  expect((await who.boss.post('/manager/managerToRead', { id: msgId })).data).toMatchObject({ content: write.content, from: '王芳' })
  expect(await unread('boss', 'manager')).toBe(0)
  expect(await sentOf('employee', id)).toMatchObject({ state: 3 })
  expect(await who.employee.post('/emp/withdraw', { ids: [id] })).toMatchObject({ code: 1002, msg: expect.stringContaining('沈云帆') })
  const reply = (await who.boss.post('/manager/bossMsgReply', { msgId, content: '本周五换新机器。' })).data
  expect(reply).toMatchObject({ state: 1 })
  expect(await sentOf('employee', id)).toMatchObject({ state: 4, others: [{ from: '总经理', content: '本周五换新机器。' }] })
  expect(await unread('employee', 'emp')).toBe(1)
  expect(await unread('sales', 'emp')).toBe(0)
  const [received] = (await who.employee.post('/emp/empInboxs')).data.list
  expect(received).toMatchObject({ subject: '茶水间', from: '总经理', isRead: false })
  expect((await who.employee.get(`/emp/empToRead?id=${received.id}`)).data).toMatchObject({ content: '本周五换新机器。' })
  expect(await unread('employee', 'emp')).toBe(0)
  expect(await who.boss.post('/manager/withdraw', { ids: [reply.id] })).toMatchObject({ code: 1002 })
  expect((await who.employee.post('/emp/bossMsg', { ...write, subject: '回复：茶水间', parentId: received.id })).msg).toBe('')
})

test('drafts: saved, changed, sent; withdrawn before it is read, changed and sent again', async () => {
  const long = (await who.employee.post('/emp/temporarySend', { subject: '长信', content: '长'.repeat(3_000) })).data
  const rows = (await who.employee.post('/emp/empContributionsOrDraftBoxs', { status: 0 })).data.list
  // a row of a box has the beginning of the text alone
  expect(rows).toMatchObject([{ subject: '长信', excerpt: '长'.repeat(80) }])
  expect(Object.keys(rows[0])).not.toContain('content')
  expect((await who.employee.post('/emp/batchRemove', { ids: [long.id], box: 'sent' })).msg).toBe('')
  const draft = (await who.employee.post('/emp/temporarySend', { subject: '想法' })).data
  expect(draft).toMatchObject({ state: 0 })
  expect((await who.employee.post('/emp/empContributionsOrDraftBoxs', { status: 0 })).data.list).toMatchObject([
    { subject: '想法', state: 0 },
  ])
  expect(await who.employee.put('/emp/bossMsg', { id: draft.id })).toMatchObject({ code: 1002, msg: '请填写信件内容' })
  expect((await who.employee.put('/emp/bossMsg', { id: draft.id, content: '多放几把椅子', state: 0 })).data).toMatchObject({ state: 0 })
  expect(await who.employee.put('/emp/bossMsg', { id: draft.id, version: 1, content: 'x' })).toMatchObject({ code: 1009 })
  expect((await who.employee.put('/emp/bossMsg', { id: draft.id })).data).toMatchObject({ state: 1 })
  expect((await who.employee.post('/emp/withdraw', { ids: [draft.id] })).msg).toBe('')
  expect(await inbox({ keyword: '椅子' })).toEqual([])
  const withdrawn = (await who.employee.post('/emp/empContributionsOrDraftBoxs', { status: 2 })).data.list
  expect(withdrawn).toMatchObject([{ subject: '想法', state: 2 }])
  expect((await who.employee.put('/emp/bossMsg', { id: draft.id, content: '多放两把椅子' })).data).toMatchObject({ state: 1 })
  expect(await inbox({ keyword: '两把椅子' })).toHaveLength(1)
})

test('a withdrawal and a reading at once: exactly one wins', async () => {
  for (const turn of [0, 1, 2, 3, 4, 5]) {
    const id = await send('employee', { subject: `竞争${turn}` })
    const msgId = await newest()
    const both = [() => who.employee.post('/emp/withdraw', { ids: [id] }), () => who.boss.post('/manager/managerToRead', { id: msgId })]
    const answers = await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map(one => one()))
    const [withdrawn, read] = turn % 2 === 0 ? answers : answers.toReversed()
    expect([withdrawn?.code, read?.code]).toSatisfy(([a, b]: number[]) => (a === 0) !== (b === 0))
    expect((await sentOf('employee', id)).state).toBe(withdrawn?.code === 0 ? 2 : 3)
  }
})

test('deleted and had back, removed for good; after thirty days by itself', async () => {
  const id = await send('sales', { subject: '删除' })
  const msgId = await newest()
  await who.boss.post('/manager/managerToRead', { id: msgId })
  const listed = async (trash: boolean): Promise<string[]> =>
    (await who.sales.post('/emp/empContributionsOrDraftBoxs', { trash })).data.list.map((one: { subject: string }) => one.subject)
  await who.sales.post('/emp/contributorsBatchDelete', { ids: [id] })
  expect([await listed(false), await listed(true)]).toEqual([[], ['删除']])
  await who.sales.post('/emp/restore', { ids: [id], box: 'sent' })
  expect(await listed(true)).toEqual([])
  expect((await who.sales.post('/emp/batchRemove', { ids: [id], box: 'sent' })).msg).toBe('')
  expect(await sentOf('sales', id)).toBe(null)
  // the owners' copy is theirs, and an answer still finds its way
  expect((await who.boss.post('/manager/bossMsgReply', { msgId, content: '收到' })).msg).toBe('')
  expect(await unread('sales', 'emp')).toBe(1)
  await who.boss.post('/manager/inboxsBatchDelete', { ids: [msgId] })
  expect((await inbox({ trash: true })).map((one: { id: string }) => one.id)).toEqual([msgId])
  const before = h.clock.now
  h.clock.now = new Date(before.getTime() + 31 * 86_400_000)
  const work = mailbox.timed?.[0]
  if (work?.of !== 'organisation') throw new Error('no timed work')
  const system = await h.house.asSystem(h.demo.organisationIds[0] as string, 'test')
  await system.write((tx, inside) => work.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal }) as Promise<unknown>)
  h.clock.now = before
  for (const name of names) who[name] = await signedInAs(h, name)
  expect(await inbox({ trash: true })).toEqual([])
})

test('files: both sides have them, nobody else; somebody else’s file is not sent by naming it', async () => {
  const file = await upload('employee')
  expect(await who.sales.post('/emp/bossMsg', { ...write, fileIds: [file] })).toMatchObject({ code: 1002 })
  const draft = (await who.employee.post('/emp/temporarySend', { ...write, fileIds: [file, await upload('employee')] })).data
  const [, second] = (await sentOf('employee', draft.id)).files
  await who.employee.post('/emp/deleteAttachment', { id: second.id })
  expect((await sentOf('employee', draft.id)).files).toHaveLength(1)
  await who.employee.put('/emp/bossMsg', { id: draft.id })
  const got = async (by: Name, side: string): Promise<number> => {
    const headers = { authorization: `Bearer ${who[by].token}` }
    return (await h.app.inject({ method: 'GET', url: `/api-2024${side}?id=${file}`, headers })).statusCode
  }
  expect(await got('employee', '/emp/attachment')).toBe(200)
  expect(await got('boss', '/manager/attachment')).toBe(200)
  expect(await got('sales', '/emp/attachment')).toBe(404)
  expect(await got('admin', '/manager/attachment')).toBe(403)
  expect(await got('admin', '/fileUpload/down2')).toBe(404)
})

test('a file is taken out of the draft of a reply by those who keep the mailbox alone', async () => {
  await send('employee', { subject: '附件' })
  const msgId = await newest()
  const kept = await upload('boss')
  const taken = await upload('boss')
  const draft = (await who.boss.post('/manager/temporarySend', { msgId, content: '见附件', fileIds: [kept, taken] })).data
  expect(await who.sales.post('/manager/deleteAttachment', { id: taken })).toMatchObject({ code: 1003 })
  expect((await who.boss.post('/manager/deleteAttachment', { id: taken })).msg).toBe('')
  const files = (await who.boss.get(`/manager/bossMsgReply?id=${draft.id}`)).data.files as { id: string }[]
  expect(files.map(file => file.id)).toEqual([kept])
  expect(await who.boss.post('/manager/deleteAttachment', { id: taken })).toMatchObject({ code: 1004 })
})

test('who does not keep the mailbox gets nothing of it, administrators included; letters of others are unknown', async () => {
  const id = await send()
  for (const by of ['admin', 'employee'] as const) {
    expect(await who[by].post('/manager/managerInboxs')).toMatchObject({ code: 1003 })
    expect(await who[by].post('/manager/managerToRead', { id: '1' })).toMatchObject({ code: 1003 })
    expect(await unread(by, 'manager')).toBe(0)
  }
  expect(await who.sales.get(`/emp/empContributionsDetails?id=${id}`)).toMatchObject({ code: 1004 })
  expect(await who.sales.post('/emp/withdraw', { ids: [id] })).toMatchObject({ code: 1004 })
  const menus = async (by: Name) => JSON.stringify((await who[by].get('/system/userprofile')).data.modules)
  expect(await menus('boss')).toContain('/contribute/boss/1')
  expect(await menus('boss')).not.toContain('/contribute/employee/1')
  expect(await menus('admin')).not.toContain('/contribute/boss/1')
  expect(await menus('employee')).toContain('/contribute/employee/1')
})

test('all of it read at once', async () => {
  await send()
  expect(await unread('boss', 'manager')).toBeGreaterThan(1)
  expect((await who.boss.post('/manager/managerAllRead')).msg).toBe('')
  expect(await unread('boss', 'manager')).toBe(0)
})
