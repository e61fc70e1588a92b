/** One mail as a page of its own, for phones and links. */
import { useLocation, useSearchParams } from 'react-router'
import { useShell } from '#platform/web/shell/shell-context.ts'
import { MailPane } from './mail-pane.tsx'
import { boxAddress, type Opened, type Side } from './use-mail.tsx'
import './mailbox.css'

/** Received ones stand in the query of the address, written ones in its path. */
export function MailPage({ side, opened }: { side: Side; opened: Opened }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { open } = useShell()
  const id = opened === 'received' ? (search.get('id') ?? '') : (pathname.split('/').at(-1) ?? '')
  return (
    <div className="zg-mailbox zg-mailbox-page">
      <MailPane key={id} side={side} opened={opened} id={id} onGone={() => open(boxAddress(side, opened === 'received' ? 1 : 2))} />
    </div>
  )
}
