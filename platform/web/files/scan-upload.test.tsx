/** The scan-to-upload dialog and its phone page, against a server that answers as the test says. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import ScanUpload, { mobileLink } from './scan-upload.tsx'

afterEach(() => vi.useRealTimers())

const picture = { id: '9', link: '/api-2024/fileUpload/down2?id=9', name: 'p.jpg', size: 3, type: 'IMAGE' }

async function openDialog(poll: MockHandler) {
  let codes = 0
  const done = vi.fn<(files: unknown) => void>()
  const closed = vi.fn<() => void>()
  const on = renderPage(<ScanUpload type="IMAGE" isCropper onClose={closed} onDone={done} />, {
    handlers: {
      'GET /fileQrUpload/qrCodeId': () => ok({ id: `code-${(codes += 1)}`, type: 'IMAGE', seconds: 300 }),
      'GET /fileQrUpload/qrFile': poll,
      'POST /fileQrUpload/qrIdUpdate': () => ok(null),
    },
  })
  const dialog = await screen.findByRole('dialog')
  return { on, dialog, done, closed, button: (name: string) => within(dialog).getByRole('button', { name }) }
}

test('the phone is sent to the site of this page, with code, type and whether it crops', () => {
  expect(mobileLink('a-b', 'IMAGE', true)).toBe(`${window.location.origin}/custom/upload-mobile?id=a-b&type=IMAGE&isCropper=1`)
})

test('waits while nothing has come, then shows the pictures instead of the code; confirming hands them on', async () => {
  let polls = 0
  const { on, dialog, done, closed, button } = await openDialog(() =>
    (polls += 1) < 2 ? refused(10101, '图片尚未上传') : ok({ list: [picture] }),
  )
  expect(await within(dialog).findByText('请用手机扫码上传图片，二维码 5 分钟内有效')).toBeTruthy()
  expect(button('确定')).toHaveProperty('disabled', true)
  expect(await within(dialog).findByText('已收到 1 张图片')).toBeTruthy()
  expect(dialog.querySelector('.ant-qrcode')).toBeNull()
  expect(within(dialog).getByRole('img', { name: 'p.jpg' }).getAttribute('src')).toBe('/api-2024/fileUpload/down2?id=9&w=240')
  await userEvent.click(button('确定'))
  await waitFor(() => expect(done).toHaveBeenCalledWith([picture]))
  expect(closed).toHaveBeenCalled()
  expect(on.bodies('/fileQrUpload/qrIdUpdate')).toEqual([{ id: 'code-1', status: 'confirmed' }])
})

test('an expired code offers a new one', async () => {
  const { dialog } = await openDialog(call =>
    call.query.get('id') === 'code-1' ? refused(10102, '二维码已过期或已使用，请重新获取') : ok({ list: [picture] }),
  )
  expect(await within(dialog).findByText('二维码已过期，请点击刷新')).toBeTruthy()
  const refresh = dialog.querySelector<HTMLElement>('.ant-qrcode button')
  if (refresh === null) throw new Error('no way to a new code')
  await act(() => userEvent.click(refresh))
  expect(await within(dialog).findByText('已收到 1 张图片')).toBeTruthy()
})

test('cancelling hands on nothing', async () => {
  const { done, closed, button } = await openDialog(() => refused(10101, '图片尚未上传'))
  await userEvent.click(button('取消'))
  expect(closed).toHaveBeenCalled()
  expect(done).not.toHaveBeenCalled()
})
