/** Notices in the words of the organisation, and to groups by chat robots. */
import { describe, expect, test } from 'vitest'
import { notify } from '#platform/server/notices/tell.ts'
import {
  admin,
  arrive,
  chatAt,
  closing,
  deliver,
  deliveries,
  h,
  ids,
  inTransaction,
  kindId,
  robot,
  said,
  sales,
  world,
  useNoticeHouse,
} from '../../test/setup/notice-house.ts'

useNoticeHouse()

describe('chat robots', () => {
  test('tell what their owner may see, and of the rest that it is there', async () => {
    expect(await robot(admin)).toMatchObject({ code: 0 })
    const seen = await arrive('admin')
    await deliver()
    expect(said.map(({ body }) => body)).toEqual([{ msgtype: 'text', text: { content: `包裹“${seen}”到了` } }])
    await h.db
      .updateTable('notice_channel')
      .set({ owner_id: ids['employee']?.employee ?? '' })
      .execute()
    said.length = 0
    const hidden = await arrive('admin')
    await inTransaction((inside: never, tx: never) => notify(inside, tx, closing, { values: { at: '18:00' } }))
    await deliver()
    const texts = said.map(({ body }) => (body['text'] as { content: string }).content)
    expect(texts.toSorted()).toEqual(['仓库关门', '包裹到达：有 1 条包裹与您有关，但您没有查看权限'].toSorted())
    expect(JSON.stringify(said)).not.toContain(hidden)
  })

  test('an answer that names a fault is a failure, a redirect is not followed, and no fault names the address', async () => {
    await robot(admin)
    for (const answer of [
      { status: 200, body: { errcode: 93000, errmsg: 'invalid webhook url' } },
      { status: 302, body: {}, headers: { location: `${chatAt}/elsewhere` } },
      { status: 500, body: {} },
    ]) {
      world.chatAnswer = answer
      await h.db.deleteFrom('notice_delivery').execute()
      await arrive('admin')
      await deliver()
      const [one] = await deliveries()
      expect(one).toMatchObject({ state: 3, tries: 1 })
      expect(one?.fault).not.toContain('topsecret')
    }
    expect(said.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/robot?key=topsecret'))
  })

  test.each([
    [3, /timestamp=\d+&sign=/, { msgtype: 'text' }],
    [4, /^\/robot\?key=topsecret$/, { msg_type: 'text', sign: expect.any(String), timestamp: expect.any(String) }],
  ])('platform %i is signed as it asks', async (kind, path, body) => {
    world.chatAnswer = { status: 200, body: kind === 4 ? { code: 0 } : { errcode: 0 } }
    await robot(admin, { kind, secret: 'SEC123' })
    await arrive('admin')
    await deliver()
    expect(said[0]?.path).toMatch(path)
    expect(said[0]?.body).toMatchObject(body)
    expect(await deliveries()).toMatchObject([{ state: 2 }])
  })

  test('the address is kept encrypted, shown to nobody, and stays when the rest is changed', async () => {
    const { data } = await robot(admin)
    const stored = await h.db.selectFrom('notice_channel').select(['address', 'version']).executeTakeFirstOrThrow()
    expect(stored.address).not.toContain('127.0.0.1')
    const shown = await admin.get(`/noticeChannelManage/query/${data.id}`)
    const trail = await h.db.selectFrom('audit_entry').selectAll().where('subject', '=', 'notice_channel').execute()
    for (const text of [JSON.stringify(shown.data), JSON.stringify(trail)]) expect(text).not.toMatch(/topsecret|127\.0\.0\.1/)
    expect((await admin.post('/noticeChannelManage/reveal', { id: data.id, field: 'address' })).code).toBe(1004)
    const { id, version, address, secret } = shown.data
    const changed = await admin.post('/noticeChannelManage/update', { id, version, address, secret, name: '另一个群' })
    expect(changed).toMatchObject({ code: 0 })
    expect((await h.db.selectFrom('notice_channel').select('address').executeTakeFirstOrThrow()).address).toBe(stored.address)
  })

  test('an address inside the own network is refused when it is saved, and when it is called', async () => {
    await robot(admin)
    const settings = h.house.settings as { localChats?: boolean }
    settings.localChats = false
    try {
      for (const address of [chatAt, 'https://10.1.2.3/x', 'https://localhost/x', 'https://169.254.169.254/latest']) {
        const answer = await robot(admin, { name: '内网群', address })
        expect([answer.code, answer.data.errors.map((one: { field: string }) => one.field)]).toEqual([1002, ['address']])
      }
      await arrive('admin')
      await deliver()
      expect(said).toEqual([])
      const [one] = (await admin.post('/noticeDeliveryManage/list', {})).data.list
      expect(one).toMatchObject({ state: 3, fault: '地址不能指向内部网络' })
    } finally {
      settings.localChats = true
    }
  })

  test('a test message goes to the group, one that is switched off hears nothing', async () => {
    const { data } = await robot(admin)
    expect(await admin.post('/noticeChannelManage/test', { id: data.id })).toMatchObject({ code: 0 })
    await deliver()
    expect(JSON.stringify(said[0]?.body)).toContain('测试消息')
    await h.db.updateTable('notice_channel').set({ status: 2 }).execute()
    await arrive('admin')
    expect(await deliver()).toBe(0)
    expect((await admin.post('/noticeChannelManage/test', { id: data.id })).code).toBe(1002)
  })

  test('what is told to persons alone goes to no group; nobody without the right sees or makes robots', async () => {
    expect((await robot(admin, { kinds: [await kindId('depot.call')] })).data.errors[0].field).toBe('kinds')
    expect((await robot(sales)).code).toBe(1003)
    for (const list of ['noticeChannelManage', 'noticeTemplateManage', 'noticeDeliveryManage'])
      expect((await sales.post(`/${list}/list`, {})).code).toBe(1003)
  })

  test('another organisation sees none of it', async () => {
    const { data } = await robot(admin)
    const other = h.demo.organisationIds[1] ?? ''
    const seen = await admin.post('/noticeChannelManage/list', {}, other)
    expect(JSON.stringify(seen.data?.list ?? [])).not.toContain('仓库群')
    expect([1003, 1004]).toContain((await admin.post('/noticeChannelManage/delete', { id: data.id }, other)).code)
  })

  test('the session’s list names robots in use with what concerns the person, and no address', async () => {
    const { data } = await robot(admin)
    const names = async (who = admin) => (await who.post('/noticePreference/robots')).data
    expect(await names()).toEqual([{ id: data.id, name: '仓库群', platform: expect.any(String), notices: ['仓库关门', '包裹到达'] }])
    expect(JSON.stringify(await names(sales))).not.toContain('topsecret')
    await admin.post('/noticeChannelManage/update', { id: data.id, version: 1, status: 2 })
    expect(await names()).toEqual([])
  })
})

describe('templates', () => {
  const template = async (more: object = {}) =>
    admin.post('/noticeTemplateManage/insert', { code: 'parcel.arrived', language: 1, title: '快来取 {label}！', ...more })

  test('say it in the organisation’s words, in the language they are for', async () => {
    expect(await template()).toMatchObject({ code: 0 })
    const name = await arrive('sales')
    expect((await sales.post('/notify/list', {})).data.list[0].title).toBe(`快来取 ${name}！`)
  })
  test('an unknown field is refused by its name', async () => {
    const answer = await template({ title: '{label} {password}' })
    expect(answer).toMatchObject({ code: 1002, msg: expect.stringContaining('{password}') })
    const { data } = await template()
    const changed = await admin.post('/noticeTemplateManage/update', { id: data.id, version: 1, title: '{nobody}' })
    expect(changed).toMatchObject({ code: 1002, msg: expect.stringContaining('{nobody}') })
  })
})
