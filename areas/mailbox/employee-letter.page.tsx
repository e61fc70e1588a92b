/** /contribute/senderDetail/:id: a letter of one's own. */
import { MailPage } from './mail-page.tsx'

export default function EmployeeLetter() {
  return <MailPage side="emp" opened="written" />
}
