/** Sensitive values in a form and beside a list: masked, told on request, left alone unless the person changes them. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import { SensitiveValue } from '../values/sensitive-value.tsx'
import { formItem } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused } from '../gallery/mock-api.ts'
import { FormModal } from './form-modal.tsx'
import { formStatus, type FormValues } from './form-values.ts'

const reveal = { method: 'POST', path: '/api-2024/userManage/reveal' } as const
const items = [
  formItem('name', '姓名', 'text', { required: true }),
  formItem('phone', '手机', 'text', { required: false, sensitive: true }),
  formItem('salary', '工资', 'number', { required: false, sensitive: true, decimals: 4 }),
]
const row = { id: '7', version: 1, name: '王芳', phone: '****678', salary: '****' }

type Submit = (body: FormValues, version: number | null) => Promise<unknown>

function form(mayReveal = true, submit = vi.fn<Submit>(() => Promise.resolve(null))) {
  const on = renderPage(
    <FormModal
      title="编辑员工"
      okText="保存"
      items={items}
      status={formStatus.edit}
      row={row}
      {...(mayReveal ? { reveal } : {})}
      submit={submit}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
    { handlers: { 'POST /userManage/reveal': () => ok({ value: '13912345678' }) } },
  )
  return { on, submit }
}
const dialog = () => within(screen.getByRole('dialog'))
const save = () => userEvent.click(dialog().getByRole('button', { name: /保\s*存/ }))

test('untouched they go back as they came, figures too', async () => {
  const { on, submit } = form()
  await save()
  await vi.waitFor(() => expect(submit).toHaveBeenCalled(), { timeout: 60_000 })
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ phone: '****678', salary: '****' })
  expect(on.bodies('/userManage/reveal')).toEqual([])
})

test('told on request: shown, not typed, so nothing of the form has changed', async () => {
  const { on, submit } = form()
  const field = dialog().getByLabelText('手机')
  expect((field as HTMLInputElement).readOnly).toBe(true)
  await userEvent.click(dialog().getAllByRole('button', { name: /显\s*示/ })[0]!)
  expect(await dialog().findByDisplayValue('13912345678')).toBeTruthy()
  expect(on.bodies('/userManage/reveal')).toEqual([{ id: '7', field: 'phone' }])
  await save()
  await vi.waitFor(() => expect(submit).toHaveBeenCalled(), { timeout: 60_000 })
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ phone: '****678' })
})

test('changed it is typed anew; who thinks better of it leaves it', async () => {
  const { submit } = form()
  await userEvent.click(dialog().getAllByRole('button', { name: /^修\s*改$/ })[0]!)
  expect(document.activeElement).toBe(dialog().getByLabelText('手机'))
  await userEvent.keyboard('13000000000')
  await userEvent.click(dialog().getAllByRole('button', { name: /^修\s*改$/ })[0]!)
  await userEvent.click(dialog().getAllByRole('button', { name: '不修改' })[1]!)
  await save()
  await vi.waitFor(() => expect(submit).toHaveBeenCalled(), { timeout: 60_000 })
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ phone: '13000000000', salary: '****' })
})

test('after a conflict what was told before is gone, and leaving it goes back to the latest mask', async () => {
  const now = { ...row, version: 2, name: '王芳芳', phone: '****222' }
  const submit = vi.fn<Submit>((_, version) =>
    version === 2 ? Promise.resolve(null) : Promise.reject(new ApiError(1009, '王芳修改了', { current: now }, 200)),
  )
  form(true, submit)
  await userEvent.click(dialog().getAllByRole('button', { name: /显\s*示/ })[0]!)
  expect(await dialog().findByDisplayValue('13912345678')).toBeTruthy()
  await save()
  await userEvent.click(await dialog().findByRole('button', { name: '载入最新内容' }))
  expect(dialog().queryByDisplayValue('13912345678')).toBeNull()
  expect(dialog().getByDisplayValue('****222')).toBeTruthy()
  await userEvent.click(dialog().getAllByRole('button', { name: /^修\s*改$/ })[0]!)
  await userEvent.keyboard('1')
  await userEvent.click(dialog().getByRole('button', { name: '不修改' }))
  await save()
  await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  expect(submit.mock.calls[1]?.[0]).toMatchObject({ name: '王芳芳', phone: '****222', salary: '****' })
})

test('whoever may not see it may write another', async () => {
  form(false)
  expect(dialog().queryByRole('button', { name: /显\s*示/ })).toBeNull()
  expect(dialog().getAllByRole('button', { name: /^修\s*改$/ })).toHaveLength(2)
})

test('a refusal leaves it masked', async () => {
  renderPage(<SensitiveValue call={reveal} id="7" field="phone" text="****678" asks={false} />, {
    handlers: { 'POST /userManage/reveal': () => refused(1003, '没有权限') },
  })
  await userEvent.click(screen.getByRole('button', { name: /显\s*示/ }))
  expect(await screen.findByText('没有权限')).toBeTruthy()
  expect(screen.getByText('****678')).toBeTruthy()
})
