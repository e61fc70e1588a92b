/** One mail as a page of its own, for phones and links. */
import { Empty } from 'antd'
import { useLocation, useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { MailPane } from './mail-pane.tsx'
import { boxAddress, type Opened, type Side } from './use-mail.tsx'
import './mailbox.css'

/** Whether an address names a mail at all: opened from the menu, or cut, it does not. */
export const isMailId = (id: string): boolean => /^\d{1,18}$/.test(id)
export const NoMail = () => <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有符合条件的信件')} />

/** Received ones stand in the query of the address, written ones in its path. */
export function MailPage({ side, opened }: { side: Side; opened: Opened }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { open } = useShell()
  const id = opened === 'received' ? (search.get('id') ?? '') : (pathname.split('/').at(-1) ?? '')
  if (!isMailId(id)) return <NoMail />
  return (
    <div className="zg-mailbox zg-mailbox-page">
      <MailPane key={id} side={side} opened={opened} id={id} onGone={() => open(boxAddress(side, opened === 'received' ? 1 : 2))} />
    </div>
  )
}
