/** The camera goes on after a picture that can not be read, and says so where there is no reader. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ScanButton } from './barcode-scan.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
async function scanWith(Detector: unknown) {
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => Promise.resolve({ getTracks: () => [] }) } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
  const onScan = vi.fn<(code: string) => void>()
  renderPage(<ScanButton onScan={onScan} />)
  await userEvent.click(screen.getByRole('button', { name: /扫条码/ }))
  return onScan
}

test('a picture that upsets the reader is one without a code', async () => {
  const detect = vi
    .fn<() => Promise<readonly { rawValue: string }[]>>()
    .mockImplementationOnce(() => {
      throw new Error('no such picture')
    })
    .mockRejectedValueOnce(new Error('no such picture'))
    .mockResolvedValue([{ rawValue: 'SZ-A01' }])
  const onScan = await scanWith(
    class {
      detect = detect
    },
  )
  await vi.waitUntil(() => onScan.mock.calls.length > 0, { timeout: 3_000 })
  expect(onScan.mock.calls).toEqual([['SZ-A01']])
})

test('without a reader one is told to type', async () => {
  await scanWith(
    class {
      constructor() {
        throw new Error('not loaded')
      }
    },
  )
  expect(await screen.findByText(/识别条码的程序没有加载成功/)).toBeTruthy()
})
