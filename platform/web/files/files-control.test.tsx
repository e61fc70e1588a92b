/** Files of a form's item, against uploads that end as the test says. */
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { FilesControl } from './files-control.tsx'
import type { FileRef } from './use-files.ts'

const sent = vi.hoisted(() => ({ files: [] as File[], answer: (_file: File): Promise<unknown> => Promise.resolve(null) }))
vi.mock('../api/upload.ts', () => ({
  upload: (_path: string, [file]: [File]) => {
    sent.files.push(file)
    return sent.answer(file)
  },
}))

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const picture = (name: string): File => new File([new Uint8Array(png)], name, { type: 'image/png' })
const stored = (id: string, name: string): FileRef => ({
  id,
  name,
  link: `/api-2024/fileUpload/down2?id=${id}`,
  size: 2_097_152,
  type: 'IMAGE',
})

beforeEach(() => {
  sent.files = []
  sent.answer = file => Promise.resolve(stored(`id-${file.name}`, file.name))
})

type Options = Omit<Parameters<typeof FilesControl>[0], 'value' | 'onChange'> & { readonly first?: readonly FileRef[] }

function show({ first = [], ...options }: Options) {
  const seen: { value: readonly FileRef[] } = { value: first }
  function Held() {
    const [value, setValue] = useState(first)
    seen.value = value
    return <FilesControl {...options} value={value} onChange={setValue} />
  }
  renderPage(<Held />)
  const input = () => screen.getByLabelText<HTMLInputElement>(options.accept === 'image' ? '选择图片' : '选择文件')
  return {
    names: () => seen.value.map(one => one.name),
    choose: (...files: File[]) => userEvent.upload(input(), files, { applyAccept: false }),
  }
}

test('chosen together, arrived together: none is lost, and each has its small picture', async () => {
  const { names, choose } = show({ accept: 'image' })
  await choose(picture('a.png'), picture('b.png'), picture('c.png'))
  await waitFor(() => expect(names().toSorted()).toEqual(['a.png', 'b.png', 'c.png']))
  expect(screen.getByRole('img', { name: 'a.png' }).getAttribute('src')).toBe('/api-2024/fileUpload/down2?id=id-a.png&w=240')
  expect(screen.getByRole('link', { name: '下载 a.png' }).getAttribute('href')).toBe('/api-2024/fileUpload/down2?id=id-a.png')
})

test('a file that only calls itself a picture is refused before a byte is sent, the others arrive', async () => {
  const { names, choose } = show({ accept: 'image' })
  await choose(new File(['<svg onload=alert(1)>'], 'x.png', { type: 'image/png' }), picture('b.png'))
  expect(await screen.findByText('图片类型要求：jpeg、jpg、png')).toBeTruthy()
  await waitFor(() => expect(names()).toEqual(['b.png']))
  expect(sent.files.map(file => file.name)).toEqual(['b.png'])
})

test('what the server refuses says why at its file, and is sent again on demand', async () => {
  sent.answer = () => Promise.reject(new ApiError(1015, '文件扩展名是 .pdf，内容却是网页', null, 415))
  const { names, choose } = show({ accept: 'any' })
  await choose(new File(['x'], '说明.pdf'))
  expect(await screen.findByText('文件扩展名是 .pdf，内容却是网页')).toBeTruthy()
  sent.answer = file => Promise.resolve(stored('7', file.name))
  await userEvent.click(screen.getByRole('button', { name: '重新上传 说明.pdf' }))
  await waitFor(() => expect(names()).toEqual(['说明.pdf']))
  expect(screen.getByText('2.00MB')).toBeTruthy()
})

test('at most 8 pictures, whatever is asked for; the rest is told', async () => {
  const { names, choose } = show({
    accept: 'image',
    max: 20,
    first: Array.from({ length: 7 }, (_, at) => stored(String(at), `p${at}.png`)),
  })
  await choose(picture('a.png'), picture('b.png'))
  await waitFor(() => expect(names()).toHaveLength(8))
  expect(await screen.findByText('图片最多 8 张')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /上传图片/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '移除 p0.png' }))
  expect(names()).not.toContain('p0.png')
  expect(screen.getByRole('button', { name: /上传图片/ })).toBeTruthy()
})

test('dropped files are taken; disabled, nothing is', async () => {
  const drop = (): void => {
    const zone = document.querySelector('.zg-files')
    if (zone === null) throw new Error('no control')
    const event = createEvent.drop(zone, { dataTransfer: { files: [picture('d.png')], types: ['Files'] } })
    fireEvent(zone, event)
  }
  const { names } = show({ accept: 'any' })
  drop()
  await waitFor(() => expect(names()).toEqual(['d.png']))
})

test('disabled shows and takes nothing', () => {
  show({ accept: 'image', disabled: true, first: [stored('1', 'p.png')] })
  expect(screen.queryByRole('button', { name: '移除 p.png' })).toBeNull()
  expect(screen.getByRole('link', { name: '下载 p.png' })).toBeTruthy()
})

test.each(['image', 'any'] as const)('the phone’s way opens from each field: %s', async accept => {
  show({ accept })
  await userEvent.click(screen.getByRole('button', { name: /扫码上传/ }))
  expect(await screen.findByRole('dialog', { name: '扫码上传' })).toBeTruthy()
})
