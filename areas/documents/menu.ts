/** 制度文档. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { documentVersion, officeDocument } from './document-tables.ts'
import { folder } from './folder-tables.ts'
import { regulation, regulationReading, regulationVersion } from './regulation-tables.ts'

const everybody = true
export const documentModules: readonly Module[] = [
  module('documents', ['制度文档', 'Policies and documents'], 'folder', [
    group(
      'documents',
      ['制度文档', 'Policies and documents'],
      [
        listPage(regulation.published, '/documents/regulation', { title: ['制度', 'Policies'], everybody }),
        listPage(regulationReading, '/documents/reading', { title: ['制度阅读', 'Reading of policies'], everybody }),
        listPage(officeDocument, '/documents/document', { title: ['文档库', 'Documents'], everybody }),
        listPage(documentVersion, '/documents/version', { title: ['文档版本', 'Versions'], everybody }),
        listPage(folder, '/documents/folder', { title: ['目录', 'Folders'], everybody }),
        listPage(regulation.draft, '/documents/regulation-draft', { title: ['制度管理', 'Manage policies'] }),
        listPage(regulationVersion, '/documents/regulation-version', { title: ['制度版本', 'Versions of policies'] }),
      ],
      'folder',
    ),
  ]),
]
