/** 打印 and PDF of a page. */
import { FilePdfOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import type { PaperTools } from './use-paper.tsx'

export function PaperButton({ tools }: { readonly tools: PaperTools }) {
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<void>): void => {
    setBusy(true)
    void ignoreShownRefusal(work().finally(() => setBusy(false)))
  }
  const items = [
    { key: 'print', icon: <PrinterOutlined aria-hidden />, label: t('打印'), onClick: () => run(tools.print) },
    { key: 'pdf', icon: <FilePdfOutlined aria-hidden />, label: 'PDF', onClick: () => run(tools.pdf) },
  ]
  const title = t('打印或生成 PDF')
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<PrinterOutlined aria-hidden />} loading={busy} aria-label={title} title={title} />
    </Dropdown>
  )
}
