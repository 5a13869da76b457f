/*
 * Simulates a failing disk and a wrong clock for a process that need not know about it: loaded with LD_PRELOAD, it
 * intercepts calls of the C library. The active faults are read from a shared page (faults.ts writes it), so that they can
 * change while the process runs. Linux and glibc only.
 *
 *   ROOMTONE_FAULTS        the file of that page: `fields`, each a 64-bit integer in the machine's byte order
 *   ROOMTONE_FAULTS_BELOW  only files below this folder are affected
 *   ROOMTONE_FAULTS_TRACE  if set, every change to those files is appended here, in order
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* In the order of `faultNames` in faults.ts. */
enum field {
  CLOCK_OFFSET_MS, /* added to the wall clock; the monotonic clock stays */
  WRITE_ERROR,     /* errno of every write, such as EIO; 0 for none */
  BYTES_LEFT,      /* room on the disk: writes beyond it fail with ENOSPC; negative for no bound */
  WRITE_HANGS,     /* writes wait until this is 0 again */
  READ_ERROR,      /* errno of every read */
  READ_HANGS,
  SYNC_ERROR,      /* errno of every fsync and fdatasync */
  SYNC_DROPPED,    /* fsync and fdatasync report success and do nothing */
  SYNC_DELAY_MS,
  SYNC_HANGS,
  WRITES,          /* counters of the writes and syncs that were let through */
  SYNCS,
  KILL_AT_WRITE,   /* the process is killed instead of making the write of this number; 0 for never */
  FIELDS
};

enum change { WRITE = 1, TRUNCATE = 2, SYNC = 3, RENAME = 4, UNLINK = 5, CREATE = 6 };

static volatile int64_t *fields;
static char below[PATH_MAX];
static size_t below_length;
static int trace = -1;
static pthread_mutex_t tracing = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((typeof(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

__attribute__((constructor)) static void start(void) {
  const char *page = getenv("ROOMTONE_FAULTS");
  const char *folder = getenv("ROOMTONE_FAULTS_BELOW");
  const char *log = getenv("ROOMTONE_FAULTS_TRACE");
  if (page == NULL || folder == NULL || realpath(folder, below) == NULL) return;
  below_length = strlen(below);
  int file = REAL(open)(page, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, FIELDS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return;
  if (log != NULL && *log != 0) trace = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  fields = mapped;
}

static int is_below(const char *path) {
  return strncmp(path, below, below_length) == 0 && (path[below_length] == '/' || path[below_length] == 0);
}

/* The path of an open file below the folder, or NULL. */
static const char *path_of(int fd, char *buffer) {
  if (fields == NULL || fd == trace) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  if (length <= 0) return NULL;
  buffer[length] = 0;
  return is_below(buffer) ? buffer : NULL;
}

/* The absolute path of a name that may not exist yet, if it is below the folder, or NULL. */
static const char *path_named(int folder, const char *name, char *buffer) {
  if (fields == NULL || name == NULL) return NULL;
  char parent[PATH_MAX], whole[PATH_MAX];
  if (name[0] == '/') {
    snprintf(whole, sizeof whole, "%s", name);
  } else if (folder == AT_FDCWD) {
    if (getcwd(parent, sizeof parent) == NULL) return NULL;
    if (snprintf(whole, sizeof whole, "%s/%s", parent, name) >= (int)sizeof whole) return NULL;
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, parent, sizeof parent - 1);
    if (length <= 0) return NULL;
    parent[length] = 0;
    if (snprintf(whole, sizeof whole, "%s/%s", parent, name) >= (int)sizeof whole) return NULL;
  }
  char *slash = strrchr(whole, '/');
  if (slash == NULL) return NULL;
  char last[NAME_MAX + 1];
  snprintf(last, sizeof last, "%s", slash + 1);
  *slash = 0;
  if (realpath(slash == whole ? "/" : whole, parent) == NULL) return NULL;
  if (snprintf(buffer, PATH_MAX, "%s/%s", parent, last) >= PATH_MAX) return NULL;
  return is_below(buffer) ? buffer : NULL;
}

static void wait_while(enum field hangs) {
  while (fields[hangs] != 0) usleep(2000);
}

/* One record: kind, lengths of both paths, offset, length of the data; then the paths and the data. */
static void record(enum change kind, const char *path, const char *other, int64_t offset, const void *data, int64_t length) {
  if (trace < 0) return;
  struct { uint32_t kind, path, other, zero; int64_t offset, length; } head = {
    kind, strlen(path), other == NULL ? 0 : strlen(other), 0, offset, length,
  };
  struct iovec parts[4] = {
    { &head, sizeof head }, { (void *)path, head.path }, { (void *)other, head.other },
    { (void *)data, data == NULL ? 0 : length },
  };
  int error = errno;
  REAL(writev)(trace, parts, 4);
  errno = error;
}

/* Returns how many of these bytes may be written, or -1 with errno set. */
static ssize_t admit_write(size_t length) {
  wait_while(WRITE_HANGS);
  int64_t error = fields[WRITE_ERROR];
  if (error != 0) { errno = (int)error; return -1; }
  int64_t left = fields[BYTES_LEFT];
  if (left >= 0) {
    if (left == 0 && length > 0) { errno = ENOSPC; return -1; }
    if ((int64_t)length > left) length = left;
    __sync_fetch_and_sub(&fields[BYTES_LEFT], (int64_t)length);
  }
  int64_t writes = __sync_add_and_fetch(&fields[WRITES], 1);
  if (fields[KILL_AT_WRITE] > 0 && writes >= fields[KILL_AT_WRITE]) kill(getpid(), SIGKILL);
  return length;
}

static ssize_t write_at(int fd, const void *data, size_t length, int64_t offset) {
  return offset < 0 ? REAL(write)(fd, data, length) : REAL(pwrite64)(fd, data, length, offset);
}

/* offset -1 for the current position. */
static ssize_t faulty_write(int fd, const char *path, const void *data, size_t length, int64_t offset) {
  ssize_t admitted = admit_write(length);
  if (admitted < 0) return -1;
  pthread_mutex_lock(&tracing);
  int64_t at = offset;
  if (at < 0) {
    int flags = fcntl(fd, F_GETFL);
    struct stat status;
    if (flags >= 0 && (flags & O_APPEND) && fstat(fd, &status) == 0) at = status.st_size;
    else at = lseek(fd, 0, SEEK_CUR);
  }
  ssize_t written = write_at(fd, data, admitted, offset);
  if (written > 0) record(WRITE, path, NULL, at, data, written);
  pthread_mutex_unlock(&tracing);
  return written;
}

static ssize_t faulty_writev(int fd, const char *path, const struct iovec *parts, int count, int64_t offset) {
  ssize_t total = 0;
  for (int index = 0; index < count; index++) {
    ssize_t written = faulty_write(fd, path, parts[index].iov_base, parts[index].iov_len, offset < 0 ? -1 : offset + total);
    if (written < 0) return total > 0 ? total : -1;
    total += written;
    if (written < (ssize_t)parts[index].iov_len) break;
  }
  return total;
}

ssize_t write(int fd, const void *data, size_t length) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  return path == NULL ? REAL(write)(fd, data, length) : faulty_write(fd, path, data, length, -1);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  return path == NULL ? REAL(pwrite64)(fd, data, length, offset) : faulty_write(fd, path, data, length, offset);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  return path == NULL ? REAL(writev)(fd, parts, count) : faulty_writev(fd, path, parts, count, -1);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  return path == NULL ? REAL(pwritev64)(fd, parts, count, offset) : faulty_writev(fd, path, parts, count, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

static int admit_read(int fd) {
  char buffer[PATH_MAX];
  if (fields == NULL || (fields[READ_ERROR] == 0 && fields[READ_HANGS] == 0) || path_of(fd, buffer) == NULL) return 1;
  wait_while(READ_HANGS);
  if (fields[READ_ERROR] == 0) return 1;
  errno = (int)fields[READ_ERROR];
  return 0;
}
ssize_t read(int fd, void *data, size_t length) { return admit_read(fd) ? REAL(read)(fd, data, length) : -1; }
ssize_t pread64(int fd, void *data, size_t length, off64_t offset) {
  return admit_read(fd) ? REAL(pread64)(fd, data, length, offset) : -1;
}
ssize_t pread(int fd, void *data, size_t length, off_t offset) { return pread64(fd, data, length, offset); }

static int faulty_sync(int fd, int (*sync)(int)) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  if (path == NULL) return sync(fd);
  wait_while(SYNC_HANGS);
  if (fields[SYNC_DELAY_MS] > 0) usleep(fields[SYNC_DELAY_MS] * 1000);
  if (fields[SYNC_ERROR] != 0) { errno = (int)fields[SYNC_ERROR]; return -1; }
  if (fields[SYNC_DROPPED] != 0) return 0;
  int result = sync(fd);
  __sync_fetch_and_add(&fields[SYNCS], 1);
  if (result == 0) {
    pthread_mutex_lock(&tracing);
    record(SYNC, path, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&tracing);
  }
  return result;
}
int fsync(int fd) { return faulty_sync(fd, REAL(fsync)); }
int fdatasync(int fd) { return faulty_sync(fd, REAL(fdatasync)); }

int ftruncate64(int fd, off64_t length) {
  char buffer[PATH_MAX];
  const char *path = path_of(fd, buffer);
  if (path == NULL) return REAL(ftruncate64)(fd, length);
  wait_while(WRITE_HANGS);
  if (fields[WRITE_ERROR] != 0) { errno = (int)fields[WRITE_ERROR]; return -1; }
  pthread_mutex_lock(&tracing);
  int result = REAL(ftruncate64)(fd, length);
  if (result == 0) record(TRUNCATE, path, NULL, length, NULL, 0);
  pthread_mutex_unlock(&tracing);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }
int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  char buffer[PATH_MAX];
  if (path_of(fd, buffer) == NULL) return REAL(posix_fallocate64)(fd, offset, length);
  int64_t left = fields[BYTES_LEFT];
  if (fields[WRITE_ERROR] != 0) return (int)fields[WRITE_ERROR];
  if (left >= 0 && length > left) return ENOSPC;
  return REAL(posix_fallocate64)(fd, offset, length);
}
int posix_fallocate(int fd, off_t offset, off_t length) { return posix_fallocate64(fd, offset, length); }

static int faulty_open(int folder, const char *name, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = (flags & (O_CREAT | O_TRUNC)) ? path_named(folder, name, buffer) : NULL;
  if (path == NULL) return REAL(openat)(folder, name, flags, mode);
  struct stat status;
  int existed = stat(path, &status) == 0;
  if (!existed || (flags & O_TRUNC)) {
    wait_while(WRITE_HANGS);
    if (fields[WRITE_ERROR] != 0) { errno = (int)fields[WRITE_ERROR]; return -1; }
    if (!existed && fields[BYTES_LEFT] == 0) { errno = ENOSPC; return -1; }
  }
  pthread_mutex_lock(&tracing);
  int fd = REAL(openat)(folder, name, flags, mode);
  if (fd >= 0 && !existed) record(CREATE, path, NULL, 0, NULL, 0);
  if (fd >= 0 && existed && (flags & O_TRUNC)) record(TRUNCATE, path, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&tracing);
  return fd;
}
#define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }
int open(const char *name, int flags, ...) { MODE return faulty_open(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE return faulty_open(AT_FDCWD, name, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE
  if (fields == NULL) return REAL(openat)(folder, name, flags, mode);
  return faulty_open(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE return faulty_open(folder, name, flags | O_LARGEFILE, mode); }

int rename(const char *from, const char *to) {
  char one[PATH_MAX], other[PATH_MAX];
  const char *source = path_named(AT_FDCWD, from, one);
  const char *target = path_named(AT_FDCWD, to, other);
  if (source == NULL || target == NULL) return REAL(rename)(from, to);
  wait_while(WRITE_HANGS);
  if (fields[WRITE_ERROR] != 0) { errno = (int)fields[WRITE_ERROR]; return -1; }
  pthread_mutex_lock(&tracing);
  int result = REAL(rename)(from, to);
  if (result == 0) record(RENAME, source, target, 0, NULL, 0);
  pthread_mutex_unlock(&tracing);
  return result;
}
int unlink(const char *name) {
  char buffer[PATH_MAX];
  const char *path = path_named(AT_FDCWD, name, buffer);
  if (path == NULL) return REAL(unlink)(name);
  pthread_mutex_lock(&tracing);
  int result = REAL(unlink)(name);
  if (result == 0) record(UNLINK, path, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&tracing);
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = REAL(clock_gettime)(clock, time);
  if (result != 0 || fields == NULL || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  int64_t offset = fields[CLOCK_OFFSET_MS];
  time->tv_sec += offset / 1000;
  time->tv_nsec += (offset % 1000) * 1000000;
  if (time->tv_nsec >= 1000000000) { time->tv_nsec -= 1000000000; time->tv_sec++; }
  if (time->tv_nsec < 0) { time->tv_nsec += 1000000000; time->tv_sec--; }
  return 0;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}
