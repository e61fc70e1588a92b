/** What a message is about, in words: codes of the table `message`. */
import type { MessageKind } from '../../declare/wire-messages.ts'
import { t } from '../i18n/t.ts'

export const kindText: Readonly<Record<MessageKind, () => string>> = {
  1: () => t('任务'),
  2: () => t('共享'),
  3: () => t('权限'),
  4: () => t('系统'),
  5: () => t('业务'),
  6: () => t('审批'),
}

export const messageKinds: readonly MessageKind[] = [1, 2, 3, 4, 5, 6]
