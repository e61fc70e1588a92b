/** Each control of a form with what it sends, and its messages. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FormItem, Row } from '../../declare/wire.ts'
import { formItem } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { ApiError } from '../api/api-error.ts'
import { emptied } from './choose.tsx'
import { changesBetween } from './conflict.tsx'
import { EditModal } from './edit-modal.tsx'
import { FormModal } from './form-modal.tsx'
import { bodyOf, firstValues, formStatus, splitErrors } from './form-values.ts'
import { itemError } from '../values/item-rules.ts'
import { treeOf, without } from '../values/tree.ts'

afterEach(() => vi.unstubAllGlobals())

type Save = (body: unknown, version: number | null) => Promise<unknown>
function open(items: readonly FormItem[], row: Row | null = null, handlers: Record<string, MockHandler> = {}, save?: Save) {
  const submit = vi.fn<Save>(save ?? (() => Promise.resolve()))
  const on = renderPage(
    <FormModal
      title="编辑"
      okText="保存"
      items={items}
      status={row === null ? 1 : 2}
      row={row}
      submit={submit}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
    { handlers },
  )
  const dialog = screen.getByRole('dialog')
  return { on, submit, dialog, press: () => userEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ })) }
}

const three = [
  { value: 1, label: '液体' },
  { value: 2, label: '带电' },
  { value: 3, label: '易碎' },
]

test('an address in the help of a field is a link that opens beside the page', () => {
  const help = '在后台取得：甲 https://a.example/keys；乙 https://b.example'
  const { dialog } = open([formItem('clientId', '编号', 'text', { help })])
  expect(
    within(dialog)
      .getAllByRole('link')
      .map(link => [link.getAttribute('href'), link.getAttribute('target')]),
  ).toEqual([
    ['https://a.example/keys', '_blank'],
    ['https://b.example', '_blank'],
  ])
  expect(within(dialog).getByText('https://a.example/keys').parentElement?.textContent).toBe(help)
})

describe('several choices', () => {
  test('boxes: ticked as the row has them, sent as numbers, none as nothing', async () => {
    const items = [formItem('marks', '标记', 'checkbox', { kind: 'choices', multiple: true, options: three })]
    const { submit, dialog, press } = open(items, { id: '1', version: 1, marks: [2] })
    expect(within(dialog).getByRole('checkbox', { name: '带电' })).toHaveProperty('checked', true)
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '易碎' }))
    await press()
    await waitFor(() => expect(submit).toHaveBeenLastCalledWith({ marks: [2, 3] }, 1))
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '带电' }))
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '易碎' }))
    await press()
    await waitFor(() => expect(submit).toHaveBeenLastCalledWith({ marks: null }, 1))
  })
  test('a list to search in', async () => {
    const items = [formItem('marks', '标记', 'select', { kind: 'choices', multiple: true, searchable: true, options: three })]
    const { submit, dialog, press } = open(items)
    await userEvent.type(within(dialog).getByLabelText('标记'), '易')
    expect(screen.queryByTitle('液体')).toBeNull()
    await userEvent.click(await screen.findByTitle('易碎'))
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ marks: [3] }, null))
  })
})

describe('a tree', () => {
  const shelves = [
    { value: '1', label: '一楼', parent: null },
    { value: '2', label: '冷库', parent: '1' },
    { value: '3', label: '别处的', parent: '99' },
  ]
  const items = [formItem('shelfId', '货架', 'treeSelect', { kind: 'reference', target: 'shelf', required: true })]
  test('nodes stand below their parent, strays at the top', () => {
    expect(treeOf(shelves)).toEqual([
      { value: '1', title: '一楼', children: [{ value: '2', title: '冷库', children: [] }] },
      { value: '3', title: '别处的', children: [] },
    ])
  })
  test('is searched by name and sends the id', async () => {
    const { on, submit, dialog, press } = open(items, null, { 'POST /listField/options': () => ok(shelves) })
    await press()
    expect(await within(dialog).findByText('请选择货架')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText('货架'), '冷')
    await userEvent.click(await screen.findByText('冷库'))
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ shelfId: '2' }, null))
    expect(on.bodies('/listField/options')).toEqual([{ type: 'shelf', tree: true }])
  })
  test('a record is not offered itself, nor what lies below it, to stand above it', async () => {
    const own = [formItem('aboveId', '上级', 'treeSelect', { kind: 'reference', target: 'shelf', isOwnTree: true })]
    const deep = [...shelves.slice(0, 2), { value: '5', label: '冰柜', parent: '2' }, { value: '4', label: '二楼', parent: null }]
    expect(without(deep, '1').map(one => one.label)).toEqual(['二楼'])
    expect(without(deep.toReversed(), '1').map(one => one.label)).toEqual(['二楼'])
    const { dialog } = open(own, { id: '2', version: 1, aboveId: '1' }, { 'POST /listField/options': () => ok(deep) })
    await userEvent.click(within(dialog).getByLabelText('上级'))
    expect(await screen.findByText('二楼')).toBeTruthy()
    for (const gone of ['冷库', '冰柜']) expect(screen.queryByText(gone)).toBeNull()
  })
  test('says when it could not be loaded', async () => {
    const { dialog } = open(items, null, { 'POST /listField/options': () => refused(1, '服务器内部错误', null, 500) })
    await userEvent.click(within(dialog).getByLabelText('货架'))
    expect(await screen.findByText('选项加载失败，请重新打开')).toBeTruthy()
  })
})

describe('several records', () => {
  test('all chosen ones stand in the control by name, and go out as ids', async () => {
    const depots = [
      { value: '1', label: '柏林' },
      { value: '2', label: '纽约' },
    ]
    const items = [formItem('depotIds', '仓库', 'select', { kind: 'links', multiple: true, searchable: true, target: 'depot' })]
    const handlers: Record<string, MockHandler> = { 'POST /listField/options': () => ok(depots) }
    const { submit, dialog, press } = open(items, { id: '1', version: 1, depotIds: ['2'], depotIdsLabel: ['纽约'] }, handlers)
    await within(dialog).findByText('纽约')
    await userEvent.click(within(dialog).getByLabelText('仓库'))
    await userEvent.click(await screen.findByTitle('柏林'))
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ depotIds: ['2', '1'] }, 1))
  })
  test('of a tree: several at once', async () => {
    const shelves = [
      { value: '1', label: '一楼', parent: null },
      { value: '2', label: '冷库', parent: '1' },
    ]
    const items = [formItem('shelfIds', '货架', 'treeSelect', { kind: 'links', multiple: true, target: 'shelf' })]
    const { submit, dialog, press } = open(items, null, { 'POST /listField/options': () => ok(shelves) })
    await userEvent.click(within(dialog).getByLabelText('货架'))
    await userEvent.click(await screen.findByText('一楼'))
    await userEvent.click((await screen.findAllByText('冷库')).at(-1) as HTMLElement)
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ shelfIds: ['1', '2'] }, null))
  })
})

describe('narrowed fields', () => {
  const items = [
    formItem('nation', '国家', 'select', { options: [...three] }),
    formItem('depotId', '仓库', 'select', { kind: 'reference', target: 'depot', narrowedBy: { nation: 'nationId' } }),
    formItem('gateId', '库门', 'select', { kind: 'reference', target: 'gate', narrowedBy: { depotId: 'depotId' } }),
  ]
  test('what hangs on a field, and on that in turn', () => {
    expect(emptied(items, ['nation'])).toEqual(['depotId', 'gateId'])
    expect(emptied(items, ['gateId'])).toEqual([])
  })
  test('the second asks by the first, and is emptied when the first changes', async () => {
    const handlers: Record<string, MockHandler> = { 'POST /listField/options': () => ok([{ value: '7', label: '柏林' }]) }
    const { on, submit, dialog, press } = open(items, { id: '1', version: 1, nation: 1, depotId: '7' }, handlers)
    await within(dialog).findByText('柏林')
    expect(on.bodies('/listField/options').some(one => JSON.stringify(one['where']) === '{"nationId":"1"}')).toBe(true)
    await userEvent.click(within(dialog).getByLabelText('国家'))
    await userEvent.click(await screen.findByTitle('带电'))
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ nation: 2, depotId: null, gateId: null }, 1))
    expect(on.bodies('/listField/options').some(one => JSON.stringify(one['where']) === '{"nationId":"2"}')).toBe(true)
  })
})

describe('a period', () => {
  const item = formItem('from', '存放期', 'dateRange', { kind: 'date', until: 'to' })
  test('is drawn from two fields and sent as two', async () => {
    const { submit, dialog, press } = open([item], { id: '1', version: 1, from: '2026-03-01', to: null })
    expect((within(dialog).getByLabelText('存放期') as HTMLInputElement).value).toBe('2026-03-01')
    await press()
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ from: '2026-03-01', to: null }, 1))
  })
  test.each([
    [undefined, formStatus.add, {}],
    [undefined, formStatus.edit, { from: null, to: null }],
    [['2026-03-01', '2026-03-02'], formStatus.add, { from: '2026-03-01', to: '2026-03-02' }],
    [[null, '2026-03-02'], formStatus.add, { to: '2026-03-02' }],
  ])('%j', (value, status, body) => expect(bodyOf([item], { from: value }, status)).toEqual(body))
  test('neither end is no value; a fault of the end stands at the item', () => {
    expect(firstValues([item], { from: null, to: null })).toEqual({ from: undefined })
    expect(splitErrors([item], [{ field: 'to', message: '结束日期不能早于开始日期' }]).fields).toEqual([
      { name: 'from', errors: ['结束日期不能早于开始日期'] },
    ])
    expect(itemError({ ...item, required: true }, ['2026-03-01', null])).toBe('请选择存放期的开始和结束日期')
  })
})

describe('files', () => {
  const paper = { id: '4', name: '箱单.pdf', size: 10, type: 'ATTACHMENT', link: '/api-2024/fileUpload/down2?id=4' }
  test('are shown by name and sent by id; the last one removed leaves nothing', async () => {
    const items = [formItem('papers', '单据', 'file', { kind: 'files', max: 3, accept: 'any' })]
    const { submit, dialog, press } = open(items, { id: '1', version: 1, papers: [paper] })
    expect(within(dialog).getByText('箱单.pdf')).toBeTruthy()
    await press()
    await waitFor(() => expect(submit).toHaveBeenLastCalledWith({ papers: ['4'] }, 1))
    await userEvent.click(within(dialog).getByRole('button', { name: '移除 箱单.pdf' }))
    await press()
    await waitFor(() => expect(submit).toHaveBeenLastCalledWith({ papers: null }, 1))
  })
  test('a required one asks for an upload', () =>
    expect(itemError(formItem('papers', '单据', 'file', { required: true }), [])).toBe('请上传单据'))
  test('while one is on its way, the form waits with saving', async () => {
    class Never extends EventTarget {
      readonly upload = {}
      open(): void {}
      setRequestHeader(): void {}
      send(): void {}
      abort(): void {}
    }
    vi.stubGlobal('XMLHttpRequest', Never)
    const { submit, dialog, press } = open([formItem('papers', '单据', 'file', { kind: 'files', max: 3, accept: 'any' })])
    await userEvent.upload(within(dialog).getByLabelText('选择文件'), new File(['x'], '箱单.txt', { type: 'text/plain' }))
    await within(dialog).findByText('箱单.txt')
    await press()
    expect(await screen.findByText('文件还在上传，请稍候再保存')).toBeTruthy()
    expect(submit).not.toHaveBeenCalled()
  })
})

describe('somebody else saved first', () => {
  const items = [
    formItem('name', '名称', 'text'),
    formItem('marks', '标记', 'checkbox', { kind: 'choices', options: three }),
    formItem('from', '存放期', 'dateRange', { until: 'to' }),
    formItem('papers', '单据', 'file', { kind: 'files' }),
    formItem('story', '说明', 'richText'),
  ]
  const before = { id: '1', version: 1, name: '甲', marks: [1], from: null, to: null, papers: [], story: '<p>旧</p>' }
  test('changes are told in words: choices, periods, files by name, formats as plain text', () => {
    const now = {
      ...before,
      version: 2,
      marks: [1, 2],
      to: '2026-03-02',
      papers: [{ id: '4', name: '箱单.pdf' }],
      story: '<p>新 <b>版</b></p><p>二</p><img src="/api-2024/fileUpload/down2?id=1">',
    }
    expect(changesBetween(items, before, now).map(one => `${one.title}：${one.from} → ${one.to}`)).toEqual([
      '标记：液体 → 液体、带电',
      '存放期：— → — 至 2026-03-02',
      '单据：— → 箱单.pdf',
      '说明：旧 → 新 版 二（图片、视频 1 个）',
    ])
  })
  test('keeping mine keeps what I changed and takes the rest as it is now', async () => {
    const now = { ...before, version: 2, name: '他的', from: '2026-03-01' }
    const answers: (() => Promise<unknown>)[] = [
      () => Promise.reject(new ApiError(1009, '李四修改了', { current: now }, 200)),
      () => Promise.resolve(),
    ]
    const { submit, dialog, press } = open(items.slice(0, 3), before, {}, () => (answers.shift() as () => Promise<unknown>)())
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '易碎' }))
    await press()
    await within(dialog).findByText('名称：甲 → 他的')
    await userEvent.click(within(dialog).getByRole('button', { name: '以我填写的为准保存' }))
    await waitFor(() => expect(submit).toHaveBeenLastCalledWith({ name: '他的', marks: [1, 3], from: '2026-03-01', to: null }, 2))
  })
})

describe('opening a record', () => {
  test('a failed read says so in the dialog and tries again', async () => {
    const answers = [
      () => Promise.reject(new ApiError(1004, '货箱不存在或已删除', null, 200)),
      () => Promise.resolve({ id: '1', version: 1, name: '甲' }),
    ]
    const load = (): Promise<Row> => (answers.shift() as () => Promise<Row>)()
    renderPage(
      <EditModal
        type="crate"
        id="1"
        load={load}
        title="编辑货箱"
        okText="保存"
        items={[formItem('name', '名称', 'text')]}
        submit={() => Promise.resolve()}
        onDone={() => undefined}
        onClose={() => undefined}
      />,
    )
    expect(await screen.findByText('货箱不存在或已删除')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(((await screen.findByLabelText('名称')) as HTMLInputElement).value).toBe('甲')
  })
})
