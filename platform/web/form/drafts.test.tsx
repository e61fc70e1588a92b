import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../declare/wire.ts'
import { formItem } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { PageContext } from '../page/page-context.ts'
import { menuNode } from '../gallery/mock-api.ts'
import { dropDraft, keepDraft, readDraft } from './draft-store.ts'
import { FormModal } from './form-modal.tsx'
import { hasUnsaved, useUnsaved } from './unsaved.ts'

afterEach(() => vi.unstubAllGlobals())

const items = [formItem('name', '名称', 'text', { required: true }), formItem('remark', '备注', 'text')]
const key = '..country.7'
const row: Row = { id: '7', version: 3, name: '美国', remark: '' }

type Save = (body: unknown, version: number | null) => Promise<unknown>
interface Opened {
  readonly submit?: Save
  readonly now?: Row
}
function Dialog({ submit = () => Promise.resolve(), now = row }: Opened) {
  const [open, setOpen] = useState(true)
  return open ? (
    <FormModal
      title="编辑国家"
      okText="保存"
      items={items}
      status={2}
      row={now}
      draft="country.7"
      submit={submit}
      onDone={() => setOpen(false)}
      onClose={() => setOpen(false)}
    />
  ) : null
}

describe('drafts', () => {
  afterEach(() => dropDraft(key))

  test('what was typed is kept when the page goes, offered when the form opens again, and dropped when it is saved', async () => {
    renderPage(<Dialog />)
    await userEvent.type(screen.getByLabelText('备注'), '甲')
    await waitFor(async () => expect((await readDraft(key))?.values).toEqual({ name: '美国', remark: '甲' }))
    cleanup()

    const submit = vi.fn<Save>(() => Promise.resolve())
    renderPage(<Dialog submit={submit} />)
    await userEvent.click(await screen.findByRole('button', { name: '恢复草稿' }))
    expect((screen.getByLabelText('备注') as HTMLInputElement).value).toBe('甲')
    expect(screen.queryByRole('button', { name: '恢复草稿' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: '美国', remark: '甲' }, 3))
    expect(await readDraft(key)).toBeNull()
  })

  test('what was typed before the store had answered is kept too', async () => {
    renderPage(<Dialog />)
    // in the same tick as the dialog opens: no promise has been settled yet
    fireEvent.change(screen.getByLabelText('备注'), { target: { value: '快手' } })
    await waitFor(async () => expect((await readDraft(key))?.values).toEqual({ name: '美国', remark: '快手' }))
  })

  test('also when the page goes before the store has answered', async () => {
    renderPage(<Dialog />)
    fireEvent.change(screen.getByLabelText('备注'), { target: { value: '一闪' } })
    cleanup()
    await waitFor(async () => expect((await readDraft(key))?.values).toEqual({ name: '美国', remark: '一闪' }))
  })

  test('a draft of an older version is saved as such: the server says what changed meanwhile', async () => {
    await keepDraft(key, { values: { name: '合众国', remark: '' }, row, savedAtMs: Date.now() })
    const submit = vi.fn<Save>(() => Promise.resolve())
    renderPage(<Dialog submit={submit} now={{ ...row, version: 5, name: '美利坚' }} />)
    await userEvent.click(await screen.findByRole('button', { name: '恢复草稿' }))
    await userEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: '合众国', remark: null }, 3))
  })

  test('thrown away: neither offered nor kept', async () => {
    await keepDraft(key, { values: { name: '合众国' }, row, savedAtMs: Date.now() })
    renderPage(<Dialog />)
    await userEvent.click(await screen.findByRole('button', { name: /放\s*弃/ }))
    expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('美国')
    await waitFor(async () => expect(await readDraft(key)).toBeNull())
  })

  test('an older draft is not overwritten while it is offered', async () => {
    await keepDraft(key, { values: { name: '合众国' }, row, savedAtMs: 1 })
    renderPage(<Dialog />)
    await screen.findByRole('button', { name: '恢复草稿' })
    await userEvent.type(screen.getByLabelText('备注'), '乙')
    await act(() => new Promise(done => setTimeout(done, 400)))
    expect((await readDraft(key))?.values).toEqual({ name: '合众国' })
  })

  test('giving up the changes drops the draft', async () => {
    renderPage(<Dialog />)
    await userEvent.type(screen.getByLabelText('备注'), '甲')
    await waitFor(async () => expect(await readDraft(key)).not.toBeNull())
    await userEvent.click(screen.getByRole('button', { name: /取\s*消/ }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(async () => expect(await readDraft(key)).toBeNull())
  })
})

describe('unsaved pages', () => {
  // as the shell's: the element stays the page's own when React detaches its refs
  const place = document.createElement('div')
  const pageOf = (tabKey: string) => ({
    menu: menuNode(tabKey, tabKey, 'list/x'),
    tabKey,
    operations: [],
    query: {},
    can: () => true,
    container: () => place,
    setTitle: () => undefined,
  })
  function Typed({ isDirty }: { isDirty: boolean }) {
    useUnsaved(isDirty)
    return null
  }
  function Page({ shown = true, open = true, isDirty = true }) {
    return open ? (
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <div>
          <div
            ref={element => {
              element?.append(place)
            }}
          />
          <PageContext value={pageOf('page-a')}>
            <Typed isDirty={isDirty} />
          </PageContext>
        </div>
      </Activity>
    ) : null
  }

  test('a page stays unsaved while its tab is hidden, and no longer when it is closed', () => {
    const { rerender } = render(<Page />)
    expect(hasUnsaved('page-a')).toBe(true)
    expect(hasUnsaved('page-b')).toBe(false)
    rerender(<Page shown={false} />)
    expect(hasUnsaved('page-a')).toBe(true)
    rerender(<Page />)
    expect(hasUnsaved('page-a')).toBe(true)
    rerender(<Page isDirty={false} />)
    expect(hasUnsaved()).toBe(false)
  })

  test('closed while hidden: nothing is left behind', () => {
    const { rerender } = render(<Page />)
    rerender(<Page shown={false} />)
    rerender(<Page open={false} />)
    expect(hasUnsaved()).toBe(false)
  })

  test('the browser asks before it leaves, only while something is unsaved', () => {
    const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { rerender } = render(<Page />)
    expect(leave()).toBe(true)
    rerender(<Page isDirty={false} />)
    expect(leave()).toBe(false)
  })
})

test('the first field with a message gets the cursor', async () => {
  renderPage(<Dialog now={{ ...row, name: '' }} />)
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByLabelText('备注').focus()
  await userEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await within(dialog).findByText('请输入名称')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('名称')))
})
