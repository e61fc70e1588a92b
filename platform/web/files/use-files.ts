/** Files that somebody gathers: added within the limit, by choosing, drop or paste, sent at once, and removed. */
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { imagesMax, type PictureUpload } from '../../format/picture-limits.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { useFileUploads } from './use-file-uploads.ts'

/** A stored file as records and forms carry it. */
export type FileRef = UploadedFile

export interface FilesProps {
  readonly value?: readonly FileRef[]
  readonly onChange?: (files: readonly FileRef[]) => void
  /** images: never above 8 */
  readonly max?: number
  readonly accept?: 'image' | 'any'
  /** what the server keeps them as; by default IMAGE or ATTACHMENT */
  readonly type?: PictureUpload
  readonly disabled?: boolean
  /** a form waits with saving while something is on its way */
  readonly onBusy?: (isUploading: boolean) => void
}

const none: readonly FileRef[] = []

/** What the control does: adding within the limit, removing, the drop. */
export function useFiles({ value = none, onChange, max, accept = 'any', type, disabled = false, onBusy }: FilesProps) {
  const limit = accept === 'image' ? Math.min(max ?? imagesMax, imagesMax) : (max ?? imagesMax)
  const kind = type ?? (accept === 'image' ? 'IMAGE' : 'ATTACHMENT')
  // uploads that end in one tick must not overwrite each other
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const set = (files: readonly FileRef[]): void => {
    latest.current = files
    onChange?.(files)
  }
  const uploads = useFileUploads({
    type: kind,
    picturesOnly: accept === 'image',
    onUploaded: file => set([...latest.current, file]),
  })
  useEffect(() => onBusy?.(uploads.isUploading), [onBusy, uploads.isUploading])
  const room = Math.max(0, limit - value.length - uploads.onTheWay.length)
  const tellFull = (): void =>
    feedback.warning(accept === 'image' ? t('图片最多 {max} 张', { max: limit }) : t('附件最多 {max} 个', { max: limit }))

  return {
    uploads,
    kind,
    limit,
    room,
    add(files: readonly File[]): void {
      if (disabled || files.length === 0) return
      if (files.length > room) tellFull()
      uploads.add(files.slice(0, room))
    },
    addScanned(files: readonly FileRef[]): void {
      if (files.length > room) tellFull()
      set([...latest.current, ...files.slice(0, room)])
    },
    remove: (id: string): void => set(latest.current.filter(one => one.id !== id)),
  }
}

/** What a drop does to the control, and whether something hangs over it. */
export function useDrop(disabled: boolean, add: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      if (disabled || !hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      add([...event.dataTransfer.files])
    },
  }
}
