/** The gallery draws every section without a server and without a failure. */
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import zhCN from 'antd/es/locale/zh_CN'
import { afterAll, expect, test, vi } from 'vitest'
import { ThemeRoot } from '../theme/root.tsx'
import GalleryPage from './gallery-page.tsx'

const realFetch = globalThis.fetch
afterAll(() => {
  globalThis.fetch = realFetch
})

const seen: Readonly<Record<string, string>> = {
  筛选: '整条筛选栏：查询框、更多筛选、重置、保存为标签',
  列表: '加载失败',
  上传和导入: '已导入 4,765 行，47 行此前已导入',
  附件和图片: '采购合同（盖章）.docx',
  扫码上传: '二维码已过期',
  小组件: '548,422.62',
  格式: '12,345,678,901,234,567,890.10',
}

test('every section is drawn', async () => {
  const failed = vi.spyOn(console, 'error')
  render(
    <ThemeRoot locale={zhCN}>
      <GalleryPage />
    </ThemeRoot>,
  )
  expect(await screen.findByText('校验不通过')).toBeTruthy()
  const kinds = within(screen.getByRole('navigation', { name: '控件分类' }))
  for (const [section, text] of Object.entries(seen)) {
    await userEvent.click(kinds.getByRole('button', { name: section }))
    expect((await screen.findAllByText(text)).length, section).toBeGreaterThan(0)
  }
  // the boundary of a page would have told of a part that broke
  expect(failed.mock.calls.filter(([first]) => String(first).includes('error occurred'))).toEqual([])
})
