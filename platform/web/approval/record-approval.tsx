/** On the page of a record: in which approval it is, and the way to it. The drawer opens by itself where the person is asked. */
import { Suspense, lazy, useState } from 'react'
import type { Row } from '../../declare/wire.ts'
import { withReload } from '../page/chunk-load.ts'
import { ApprovalMark, approvalOf } from '../values/approval-mark.tsx'

const Drawer = lazy(withReload(async () => ({ default: (await import('./approval-drawer.tsx')).ApprovalDrawer })))

export function RecordApproval({ type, row }: { readonly type: string; readonly row: Row }) {
  const [isOpen, setOpen] = useState(false)
  const approval = approvalOf(row)
  if (approval === null) return null
  return (
    <div className="zg-record-approval">
      <ApprovalMark approval={approval} onOpen={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <Drawer formCode={type} keyValue={row.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
