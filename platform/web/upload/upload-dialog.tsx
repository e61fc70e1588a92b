/**
 * The Excel upload dialog (600px): what the definition asks, many files, what was recognised; a list's rows are mapped and previewed; then
 * the same dialog shows the import.
 */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { UploadDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change } from '../values/call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { ImportCheck, saveAnnotated } from './import-check.tsx'
import { ImportProgress } from './import-progress.tsx'
import { PickFiles } from './pick-files.tsx'
import { commonOwner, confirmError, importBody, monthsOf, type UploadChoices } from './upload-rules.ts'
import { checkError, correctionsIn, mappingsOf, partialChecks, useImportChecks, type FileCheck } from './use-import-check.ts'
import { TeachLayout } from './teach-layout.tsx'
import { useFileQueue, type FileQueue, type QueuedFile } from './use-file-queue.ts'
import { askFirst } from '../widgets/confirm.tsx'
import './upload.css'

/** Specification: Excel upload dialog. */
const dialogWidth = 600
/** columns of a file stand beside what they go to, lines below */
const teachWidth = 800
/** rows beside their faults */
const previewWidth = 1200

interface UploadDialogProps {
  readonly definition: UploadDefinition
  readonly onClose: () => void
  /** an import has ended: lists may have changed */
  readonly onImported: () => void
}

/** What was chosen by hand, else what the content of the files says. */
function useChoices(
  definition: UploadDefinition,
  queue: FileQueue,
): { choices: UploadChoices; choose: (change: Partial<UploadChoices>) => void } {
  const [byHand, setByHand] = useState<Partial<UploadChoices>>({})
  const [month] = monthsOf(queue.uploaded)
  const choices: UploadChoices = {
    selected:
      byHand.selected === undefined
        ? definition.select === null
          ? null
          : commonOwner(queue.uploaded, definition.select.target)
        : byHand.selected,
    month: byHand.month === undefined ? (month ?? null) : byHand.month,
    range: byHand.range ?? null,
  }
  return { choices, choose: next => setByHand(before => ({ ...before, ...next })) }
}

/** What a file is taught with; null: nothing is being taught. */
const teachingOf = ({ teach, select }: UploadDefinition, file: QueuedFile | null) =>
  file?.uploaded && teach && select ? { teach, owner: select, file: file.uploaded } : null

type PartialChecks = ReturnType<typeof partialChecks>
/** Asked each time, with the counts: rows that have a fault are left out, and come back as a workbook. */
const asksPartial = (modal: ReturnType<typeof Modal.useModal>[0], partial: PartialChecks): Promise<boolean> =>
  new Promise(resolve =>
    askFirst(modal, {
      loses: true,
      title: t('只导入没有错误的行吗？'),
      content: (
        <ul className="zg-upload-partial">
          {partial.map(({ check, good, refused }) => (
            <li key={check.file.id}>
              {t('{name}：导入 {good} 行，{refused} 行有误不导入，作为工作簿下载', { name: check.file.name, good, refused })}
            </li>
          ))}
        </ul>
      ),
      okText: t('只导入没有错误的行'),
      cancelText: t('继续修正'),
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  )

function closing(isRunning: boolean, onClose: () => void): void {
  if (isRunning) feedback.success(t('导入在后台继续，进度见任务中心'))
  onClose()
}

/** What was decided in the preview. */
const decidedIn = (checks: readonly FileCheck[], partial: PartialChecks) => ({
  mappings: mappingsOf(checks),
  ...correctionsIn(checks),
  ...(partial.length === 0 ? {} : { partial: Object.fromEntries(partial.map(one => [one.check.file.id, one.refused])) }),
})

interface AskingFooterProps {
  readonly definition: UploadDefinition
  readonly isPreview: boolean
  readonly busy: boolean
  readonly onBack: () => void
  readonly onConfirm: () => void
}

/** Before the import runs: on to the preview, or to the import itself. */
function AskingFooter({ definition, isPreview, busy, onBack, onConfirm }: AskingFooterProps) {
  const isLast = (definition.preview ?? null) === null || isPreview
  return (
    <>
      <Button onClick={onBack}>{isPreview ? t('上一步') : t('取消')}</Button>
      <Button type="primary" loading={busy} onClick={onConfirm}>
        {isLast ? definition.button : t('下一步')}
      </Button>
    </>
  )
}

/** Sends the files with what was decided; rows left out are saved as workbooks. `ids` are null until it was sent. */
function useSending(definition: UploadDefinition) {
  const [busy, setBusy] = useState(false)
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const previewed = definition.preview ?? null
  const send = async (body: Readonly<Record<string, unknown>>, partial: PartialChecks): Promise<void> => {
    setBusy(true)
    try {
      const answer = await change<{ readonly taskId: string; readonly importIds: readonly string[] }>(definition.call, body)
      for (const one of partial) if (previewed !== null) await ignoreShownRefusal(saveAnnotated(previewed, one.check, true))
      setIds(answer.importIds)
    } finally {
      setBusy(false)
    }
  }
  return { busy, ids, send }
}

export default function UploadDialog({ definition, onClose, onImported }: UploadDialogProps) {
  const queue = useFileQueue(definition)
  const { choices, choose } = useChoices(definition, queue)
  const { busy, ids: importIds, send } = useSending(definition)
  const [isEnded, setEnded] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [taught, setTaught] = useState<QueuedFile | null>(null)
  const [modal, questions] = Modal.useModal()
  const previewed = definition.preview ?? null
  const isPreview = isChecked && importIds === null
  const checks = useImportChecks(isPreview ? previewed : null, isPreview ? queue.uploaded : [])

  const confirm = async (): Promise<void> => {
    const error = isPreview ? checkError(checks) : confirmError(definition, choices, queue.uploaded, queue.isUploading)
    if (error !== null) return feedback.warning(error)
    if (previewed !== null && !isPreview) return setChecked(true)
    if (busy) return
    const partial = isPreview ? partialChecks(checks) : []
    if (partial.length > 0 && !(await asksPartial(modal, partial))) return
    await send({ ...importBody(definition, choices, queue.uploaded), ...(isPreview ? decidedIn(checks, partial) : {}) }, partial)
  }
  const onEnded = (): void => {
    setEnded(true)
    onImported()
  }
  const teaching = teachingOf(definition, taught)
  if (teaching !== null)
    return (
      <TeachLayout
        {...teaching}
        chosen={choices.selected}
        width={teachWidth}
        onClose={() => setTaught(null)}
        onKept={(as, ownerId) => {
          queue.recognised(taught?.key ?? '', as)
          choose({ selected: ownerId })
          setTaught(null)
        }}
      />
    )
  const onConfirm = (): void => void ignoreShownRefusal(confirm())
  const close = (): void => closing(importIds !== null && !isEnded, onClose)
  const footer =
    importIds === null ? (
      <AskingFooter {...{ definition, isPreview, busy }} onBack={isPreview ? () => setChecked(false) : close} onConfirm={onConfirm} />
    ) : (
      <Button type={isEnded ? 'primary' : 'default'} onClick={close}>
        {isEnded ? t('完成') : t('转入后台')}
      </Button>
    )
  return (
    <TabModal
      title={isPreview ? t('{title}：预览', { title: definition.title }) : definition.title}
      open
      width={isPreview ? previewWidth : dialogWidth}
      footer={footer}
      onCancel={close}
      mask={{ closable: false }}
    >
      {questions}
      {isPreview && previewed !== null ? (
        <ImportCheck checks={checks} type={previewed} />
      ) : importIds === null ? (
        <PickFiles definition={definition} queue={queue} choices={choices} choose={choose} onConfirm={onConfirm} onTeach={setTaught} />
      ) : (
        <ImportProgress ids={importIds} onEnded={onEnded} />
      )}
    </TabModal>
  )
}
