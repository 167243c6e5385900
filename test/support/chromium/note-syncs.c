// Preloaded: appends "<bytes>\t<path>" to the file $SYNCS whenever a file of IndexedDB is forced to disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(int file) {
  const char *notes = getenv("SYNCS");
  char link[64], path[1024], line[1300];
  struct stat found;
  if (!notes) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  if (!strstr(path, "IndexedDB") || fstat(file, &found)) return;
  int out = open(notes, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (out < 0) return;
  int bytes = snprintf(line, sizeof line, "%lld\t%s\n", (long long)found.st_size, path);
  (void)!write(out, line, bytes);
  close(out);
}

#define NOTED(name)                                                   \
  int name(int file) {                                                \
    static int (*real)(int);                                          \
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name);          \
    int result = real(file);                                          \
    note(file);                                                       \
    return result;                                                    \
  }

NOTED(fsync)
NOTED(fdatasync)
