/** /contribute/bossSenderDetail/:id: a reply that was sent. */
import { MailPage } from './mail-page.tsx'

export default function BossReply() {
  return <MailPage side="manager" opened="written" />
}
