/** The way to another voucher; its name alone for whom it has no page. */
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { PaperKin } from './answers.ts'

export function VoucherLink({ to }: { readonly to: PaperKin }) {
  const url = useRecordUrls()('voucher', to.id)
  return url === null ? to.title : <RecordLink url={url}>{to.title}</RecordLink>
}
