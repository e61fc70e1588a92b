/** Tabs of pages that differ in more than their menu entry: documents, the help centre's list, the same page in two organisations. */
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { session } from '../../api/session.ts'
import { registerPage } from '../../page/pages.ts'
import { usePage } from '../../page/page-context.ts'
import { menuNode, mockModules, mockProfile, ok, type MockHandler } from '../../gallery/mock-api.ts'
import { menuOf, open, tabTitles } from '../../../../test/setup/web/open-shell.tsx'

registerPage('finance/order', () =>
  Promise.resolve({
    default: function Order() {
      const { id } = useParams()
      const { setTitle } = usePage()
      useEffect(() => setTitle(`PO-${id}`), [id, setTitle])
      return <p>单据正文 {id}</p>
    },
  }),
)
const goTo = (address: string): void =>
  act(() => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('one tab per document with its number as title, kept over a reload', async () => {
  const first = open('/finance/order/17')
  await screen.findByText('单据正文 17')
  goTo('/finance/order/18')
  await screen.findByText('单据正文 18')
  expect(tabTitles()).toEqual(['PO-17', 'PO-18'])
  goTo('/finance/order/17?from=list')
  await screen.findByText('单据正文 17')
  expect(tabTitles()).toEqual(['PO-17', 'PO-18'])
  first.view.unmount()

  open('/finance/order/18')
  await screen.findByText('单据正文 18')
  // the number of 17 is known though its page has not been drawn again
  expect(screen.queryByText('单据正文 17')).toBeNull()
  expect(tabTitles()).toEqual(['PO-17', 'PO-18'])
})

test('the list of help articles is replaced, not opened twice', async () => {
  const help = {
    moduleId: '8',
    title: '帮助',
    icon: 'question',
    menus: [menuNode('/culture/help-article/list', '帮助文章', 'list/helpArticle')],
  }
  open('/culture/help-article/list?keyword=%E9%80%80%E8%B4%A7', {
    'GET /system/userprofile': () => ok({ ...mockProfile, modules: [...mockModules, help] }),
    'POST /helpArticle/list': () => ok('文章'),
  })
  await screen.findByText(/帮助文章 true/)
  goTo('/culture/help-article/list?keyword=%E9%80%80%E6%AC%BE')
  goTo('/finance/base/currency')
  await screen.findByText(/币种 true/)
  goTo('/culture/help-article/list?keyword=%E6%8D%A2%E8%B4%A7')
  await screen.findByText(/帮助文章 true/)
  expect(tabTitles()).toEqual(['帮助文章', '币种'])
})

test('each organisation has its own tabs, and finds them again after the switch there and back', async () => {
  const inOrganisation = (orgId: string, keys: readonly string[]): Record<string, MockHandler> => ({
    'GET /system/userprofile': () => ok({ ...mockProfile, curOrganization: { orgId } }),
    'POST /userTab/query': () => ok({ tabs: keys.map(key => ({ key, url: key, title: key })), activeKey: keys[0] ?? '' }),
  })
  const first = open('/finance/base/currency', inOrganisation('1', []))
  await screen.findByText(/币种 true/)
  await first.user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  first.view.unmount()

  session.setOrganisationId('2')
  const second = open('/home/workbenches', inOrganisation('2', ['/hr/employee']))
  await screen.findByText('员工', { selector: '.zg-tab-title' })
  expect(tabTitles()).toEqual(['员工', '首页'])
  second.view.unmount()

  session.setOrganisationId('1')
  open('/home/workbenches', inOrganisation('1', []))
  await screen.findByText('国家', { selector: '.zg-tab-title' })
  expect(tabTitles()).toEqual(['币种', '国家', '首页'])
})
