/** /contribute/receiptDetail: a reply of the general manager. */
import { MailPage } from './mail-page.tsx'

export default function EmployeeReceipt() {
  return <MailPage side="emp" opened="received" />
}
