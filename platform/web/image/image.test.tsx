/** What may be cropped, and the geometry of turning. Cutting itself is tried in a browser (test/e2e). */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ImageCropper } from './image-cropper.tsx'
import { cropRefusal } from './picture-type.ts'
import { turnedSize } from './shrink.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const file = (bytes: readonly number[], name: string, size = bytes.length): File => {
  const content = new Uint8Array(size)
  content.set(bytes)
  return new File([content], name)
}

afterEach(() => vi.restoreAllMocks())

test.each([
  ['a jpeg', file(jpeg, 'a.jpg'), null],
  ['a png under another name', file(png, 'a.txt'), null],
  ['2 MB', file(png, 'a.png', 2_097_152), null],
  ['a byte more', file(png, 'a.png', 2_097_153), '图片大小不能超过2M'],
  ['a gif that calls itself png', file([0x47, 0x49, 0x46, 0x38], 'a.png'), '图片类型要求：jpeg、jpg、png'],
  ['nothing', file([], 'a.png'), '图片类型要求：jpeg、jpg、png'],
])('%s', async (_what, given, refusal) => {
  expect(await cropRefusal(given)).toBe(refusal)
})

test.each([
  [0, 300, 200],
  [90, 200, 300],
  [-90, 200, 300],
  [180, 300, 200],
  [45, 353.55, 353.55],
])('the box of 300 x 200 turned by %d degrees', (degrees, width, height) => {
  const box = turnedSize(300, 200, degrees)
  expect(box.width).toBeCloseTo(width, 1)
  expect(box.height).toBeCloseTo(height, 1)
})

test('a refused file says why and is cancelled; a right one opens the dialog, compression on', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const cancelled = vi.fn<() => void>()
  renderPage(<ImageCropper file={file([1], 'a.png')} onDone={() => undefined} onCancel={cancelled} />)
  await waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  expect(await screen.findByText('图片类型要求：jpeg、jpg、png')).toBeTruthy()
  renderPage(<ImageCropper file={file(png, 'a.png')} onDone={() => undefined} onCancel={cancelled} />)
  await screen.findByRole('dialog', { name: '裁剪图片' })
  expect(screen.getByRole('checkbox', { name: '压缩为 154×154 像素' })).toHaveProperty('checked', true)
  expect(screen.getAllByRole('slider').map(one => one.getAttribute('aria-label'))).toEqual(['缩放', '旋转'])
})
