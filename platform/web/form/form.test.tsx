import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import ListPage from '../list/list-page.tsx'
import { formItem } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { bodyOf, firstValues, formStatus, splitErrors } from './form-values.ts'
import { itemError } from '../values/item-rules.ts'

afterEach(() => vi.unstubAllGlobals())

const menu = menuNode('/list', '列表', 'list/x')

async function editUnitedStates(handlers: Record<string, MockHandler> = {}) {
  const on = renderPage(<ListPage menu={menu} type="country" />, { handlers })
  await screen.findByText('美国')
  await userEvent.click(screen.getAllByRole('button', { name: '编辑' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  return { on, dialog }
}

describe('values', () => {
  const items = [
    formItem('amount', '金额', 'number', { kind: 'money', decimals: 4 }),
    formItem('count', '数量', 'number', { kind: 'integer' }),
    formItem('state', '状态', 'select', { options: [{ value: 1, label: '开' }] }),
    formItem('on', '启用', 'switch', { initial: true }),
    formItem('code', '代码', 'text', { editDisabled: true }),
  ]
  test('money stays a decimal string, whole numbers are numbers, read-only fields are not sent', () => {
    const values = firstValues(items, { amount: '10.1000', count: 3, state: '1', on: 0, code: 'A' })
    expect(values).toEqual({ amount: '10.1000', count: '3', state: 1, on: false, code: 'A' })
    expect(bodyOf(items, values, formStatus.edit)).toEqual({ amount: '10.1000', count: 3, state: 1, on: false })
  })
  test('a new record leaves out what is empty, an edit empties it', () => {
    const values = { ...firstValues(items, null), code: '  ' }
    expect(bodyOf(items, values, formStatus.add)).toEqual({ on: true })
    expect(bodyOf(items, values, formStatus.edit)).toEqual({ amount: null, count: null, state: null, on: true })
  })
  test('a date that opens with today does so in a new record, also one that begins with what the list is narrowed to', () => {
    const item = formItem('businessOn', '业务日期', 'date', { initial: 'today' })
    vi.useFakeTimers({ now: new Date('2026-11-21T17:00:00Z') })
    expect(firstValues([item], null)).toEqual({ businessOn: '2026-11-22' })
    expect(firstValues([item], { businessOn: 'today' })).toEqual({ businessOn: '2026-11-22' })
    expect(firstValues([item], { businessOn: '2026-11-02' })).toEqual({ businessOn: '2026-11-02' })
    vi.useRealTimers()
  })
  test('errors of fields that are not shown go to the head', () => {
    expect(
      splitErrors(items, [
        { field: 'code', message: 'a' },
        { field: 'code', message: 'b' },
        { field: 'x', message: 'c' },
      ]),
    ).toEqual({
      fields: [{ name: 'code', errors: ['a', 'b'] }],
      others: ['c'],
    })
  })
  test.each([
    [formItem('n', '名称', 'text', { required: true }), '  ', '请输入名称'],
    [formItem('n', '店铺', 'select', { required: true }), undefined, '请选择店铺'],
    [formItem('n', '名称', 'text', { max: 2 }), '一二三', '名称最多2个字'],
    [formItem('n', '税率', 'number', { decimals: 2 }), '0.123', '税率最多2位小数'],
    [formItem('n', '数量', 'number', { kind: 'integer' }), '1.5', '数量应为整数'],
    [formItem('n', '数量', 'number', { min: 1 }), '0', '数量不能小于1'],
    [formItem('n', '数量', 'number', { max: 5 }), '5.0001', '数量不能大于5'],
    [formItem('n', '金额', 'number', {}), '99999999999999999999.99', null],
    [formItem('n', '启用', 'switch', { required: true }), undefined, null],
  ])('%o', (item, value, message) => expect(itemError(item, value)).toBe(message))
})

test('edit: read-only field, only what may change is sent with id and version, saved once', async () => {
  const { on, dialog } = await editUnitedStates()
  const code = within(dialog).getByLabelText('代码')
  expect((code as HTMLInputElement).disabled).toBe(true)
  const name = within(dialog).getByLabelText('名称')
  await userEvent.clear(name)
  await userEvent.type(name, '美利坚')
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(on.bodies('/countryManage/update')).toEqual([
    { id: '1', version: 3, name: '美利坚', region: 1, currencyCode: 'USD', taxRate: '0.0725', openedOn: '2019-03-01', isOpen: true },
  ])
})

test("the server's field errors stand at their fields, the rest at the head", async () => {
  const { dialog } = await editUnitedStates({
    'POST /countryManage/update': () =>
      refused(1002, '请求不正确', {
        errors: [
          { field: 'name', message: '名称已存在' },
          { field: 'version', message: '请刷新后再保存' },
        ],
      }),
  })
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  expect((await within(dialog).findByText('名称已存在')).closest('.ant-form-item')).not.toBeNull()
  expect(within(dialog).getByText('请刷新后再保存').closest('.ant-alert')).not.toBeNull()
})

test('a stale version says who changed what, keeps what was typed, and saves over it when asked', async () => {
  let version = 4
  const { on, dialog } = await editUnitedStates({
    'POST /countryManage/update': ({ body }) => {
      const sent = body as { version: number }
      if (sent.version === version) return ok({ id: '1', version: version + 1 })
      return refused(1009, '王主管在 2026-11-21 09:30 修改了这条国家，请核对后再保存', {
        current: {
          id: '1',
          version,
          code: 'US',
          name: '美国（本土）',
          region: 2,
          currencyCode: 'USD',
          taxRate: '0.0725',
          openedOn: '2019-03-01',
          isOpen: true,
        },
        changedBy: '王主管',
      })
    },
  })
  const name = within(dialog).getByLabelText('名称')
  await userEvent.clear(name)
  await userEvent.type(name, '合众国')
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(await within(dialog).findByText('王主管在 2026-11-21 09:30 修改了这条国家，请核对后再保存')).toBeTruthy()
  expect(within(dialog).getByText('名称：美国 → 美国（本土）')).toBeTruthy()
  expect(within(dialog).getByText('地区：北美 → 欧洲')).toBeTruthy()
  expect((name as HTMLInputElement).value).toBe('合众国')
  await userEvent.click(within(dialog).getByRole('button', { name: '以我填写的为准保存' }))
  await waitFor(() => expect(on.bodies('/countryManage/update').at(-1)).toMatchObject({ version: 4, name: '合众国' }))
  version = 5
})

test('what was typed is not thrown away without a question', async () => {
  const { dialog } = await editUnitedStates()
  await userEvent.type(within(dialog).getByLabelText('名称'), '甲')
  await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
  expect((within(dialog).getByLabelText('名称') as HTMLInputElement).value).toBe('美国甲')
})
