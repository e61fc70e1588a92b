/** /contribute/bossReceiptDetail: a letter to the general manager. */
import { MailPage } from './mail-page.tsx'

export default function BossLetter() {
  return <MailPage side="manager" opened="received" />
}
