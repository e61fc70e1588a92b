import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { linkOf } from './link-button.tsx'
import { mediaError, withoutForeignMedia } from './media.ts'
import { RichText } from './rich-text.tsx'

afterEach(() => vi.unstubAllGlobals())

const file = (name: string, type: string, size = 10): File => new File([new Uint8Array(size)], name, { type })

test.each([
  [file('a.png', 'image/png', 1_048_576), null],
  [file('a.png', 'image/png', 1_048_577), '图片大小不能超过 1MB'],
  [file('a.svg', 'image/svg+xml'), '“a.svg”不是图片或视频，图片类型要求：jpeg、jpg、png、gif、webp'],
  [file('a.exe', ''), '“a.exe”不是图片或视频，图片类型要求：jpeg、jpg、png、gif、webp'],
  [file('a.mp4', 'video/mp4', 2_000_000), null],
])('%o', (one, message) => expect(mediaError(one)).toBe(message))

test.each([
  ['www.example.com', 'https://www.example.com'],
  [' http://example.com/a?b=1 ', 'http://example.com/a?b=1'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['乱写', null],
  ['', null],
])('link %s', (written, link) => expect(linkOf(written)).toBe(link))

test('what is pasted loses foreign pictures, drawings and the settings of Word', () => {
  const pasted =
    '<html><head><style>p{}</style><meta name=Generator content="Word"></head><body><xml><o:x></o:x></xml><p class=MsoNormal>好' +
    '<img src="file:///C:/a.png"><img src="data:image/png;base64,AA"><img src="/api-2024/fileUpload/down2?id=7"><svg onload="x()">' +
    '</svg></p></body></html>'
  expect(withoutForeignMedia(pasted)).toBe('<p class="MsoNormal">好<img src="/api-2024/fileUpload/down2?id=7"></p>')
})

/** jsdom has no layout: the editor asks for rectangles of the cursor */
function withoutLayout(): void {
  const nothing = () => ({ x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) })
  Range.prototype.getBoundingClientRect = nothing
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null }) as unknown as DOMRectList
  document.elementFromPoint = () => null
}

describe('the editor', () => {
  function Held({ first, disabled, heard }: { first: string; disabled: boolean; heard: (html: string) => void }) {
    const [value, setValue] = useState(first)
    const take = (html: string): void => {
      setValue(html)
      heard(html)
    }
    return (
      <>
        <RichText disabled={disabled} value={value} onChange={take} />
        <button onClick={() => setValue('<p>别人写的</p>')}>取最新</button>
      </>
    )
  }
  async function open(first: string, disabled = false) {
    withoutLayout()
    const heard = vi.fn<(html: string) => void>()
    renderPage(<Held first={first} disabled={disabled} heard={heard} />)
    const box = await screen.findByRole('textbox')
    return { box, heard }
  }

  test('shows its text without script, and takes a newer one', async () => {
    const { box } = await open('<p>你好<strong>世界</strong></p><script>alert(1)</script><img src="x" onerror="alert(1)">')
    expect(box.querySelector('strong')?.textContent).toBe('世界')
    expect(box.innerHTML).not.toMatch(/script|onerror/)
    fireEvent.click(screen.getByRole('button', { name: '取最新' }))
    await waitFor(() => expect(box.textContent).toBe('别人写的'))
  })
  test('a format is told to the form, an empty text is empty', async () => {
    const { heard } = await open('<p>你好</p>')
    fireEvent.click(screen.getByRole('button', { name: '居中' }))
    await waitFor(() => expect(heard).toHaveBeenLastCalledWith('<p style="text-align: center;">你好</p>'))
    fireEvent.click(screen.getByRole('button', { name: '插入表格' }))
    await waitFor(() => expect(heard.mock.lastCall?.[0]).toContain('<table'))
    expect(screen.getByRole('button', { name: '删除表格' })).toBeTruthy()
  })
  test('a picture that is too large stays out and says so', async () => {
    const { box, heard } = await open('<p>你好</p>')
    fireEvent.change(screen.getByLabelText('选择文件：插入图片'), { target: { files: [file('大.png', 'image/png', 1_048_577)] } })
    expect(await screen.findByText('图片大小不能超过 1MB')).toBeTruthy()
    expect(box.querySelector('img[src]')).toBeNull()
    expect(heard).not.toHaveBeenCalled()
  })
  test('read-only: the text without buttons', async () => {
    const { box } = await open('<p>你好</p>', true)
    expect(box.getAttribute('contenteditable')).toBe('false')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})
