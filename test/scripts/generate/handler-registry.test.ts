import {
  handlerFile,
  handlerName,
  handlerRegistry,
} from '../../../scripts/generate/handler-registry';
import { operationsOf } from '../../../scripts/generate/operations';
import { Resolver } from '../../../scripts/generate/resolve';

describe('the registry of handlers', () => {
  it('imports a file for each operation', () => {
    const item = {
      get: { operationId: 'listBooks' },
      post: { operationId: 'add-book' },
      delete: {},
    };
    const operations = operationsOf(new Resolver({ paths: { '/books/{isbn}': item } }));
    expect(handlerRegistry(operations, '../src/books'))
      .toBe(`import { listBooks } from '../src/books/listBooks';
import { add_book } from '../src/books/add-book';
import { delete_books_by_isbn } from '../src/books/delete_books_by_isbn';

/** The handler of each operation, by operationId. */
export const handlers = {
  listBooks,
  "add-book": add_book,
  delete_books_by_isbn,
};
`);
  });

  it.each<[string, { file: string; name: string }]>([
    ['listBooks', { file: 'listBooks', name: 'listBooks' }],
    ['list-books', { file: 'list-books', name: 'list_books' }],
    ['books.list', { file: 'books.list', name: 'books_list' }],
    ['../../etc/passwd', { file: '.._.._etc_passwd', name: '______etc_passwd' }],
    ["a'; import 'b", { file: 'a___import__b', name: 'a___import__b' }],
    ['404', { file: '404', name: '_404' }],
    ['delete', { file: 'delete', name: '_delete' }],
  ])('finds "%s"', (operationId, want) => {
    expect({ file: handlerFile(operationId), name: handlerName(operationId) }).toStrictEqual(want);
  });
});
