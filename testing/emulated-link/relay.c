/*
 * A link with delay, jitter and loss between two network namespaces, which it makes and removes:
 *
 *   relay NAMESPACE_A ADDRESS_A NAMESPACE_B ADDRESS_B SEED
 *
 * Each namespace gets a TUN device with its address. What leaves through one device arrives through the other one
 * later, in the same order. Prints READY. Then each line on standard input is a flat JSON object with any of
 *
 *   "direction"  "aToB" or "bToA"; without it, the line is for both directions
 *   "delayMs"    how long every packet takes
 *   "jitterMs"   up to how much longer one takes, uniformly distributed; a packet never overtakes another
 *   "loss"       the share of the packets that is lost, 0 to 1
 *   "burst"      how many packets are lost in a row
 *   "blockUdp"   true or false: UDP packets are dropped
 *
 * and is answered, when it is in force, with one line of JSON: what each direction has carried so far. The same line is
 * printed at the end: when standard input ends, as it does when the program that started the relay is killed, or on a
 * signal. Processes that are still in the namespaces are then killed.
 *
 * The kernel's own netem is not available everywhere. Linux only, as root.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define MTU 1500
/* More than are ever in flight: a sender must not lose packets to its own device. */
#define QUEUE_LENGTH 10000
#define DEVICE "link"
/* A packet that leaves this much after its time is counted as delayed by the relay itself. */
#define LATE_NS 300000

enum { A_TO_B, B_TO_A, DIRECTIONS };
enum { TCP, UDP, OTHER, PROTOCOLS };

static const char *direction_names[DIRECTIONS] = {"aToB", "bToA"};
static const char *protocol_names[PROTOCOLS] = {"tcp", "udp", "other"};

struct packet {
  struct packet *next;
  int64_t due_ns;
  int protocol;
  ssize_t length;
  unsigned char bytes[MTU];
};

struct counts {
  uint64_t packets, bytes; /* carried */
  uint64_t lost, blocked;  /* packets */
};

struct direction {
  int from, to;
  int64_t delay_ns, jitter_ns;
  double loss;
  int burst;
  int udp_is_blocked;
  /* One generator for each purpose: which packets are lost depends on their number alone, not on any timing. */
  uint64_t loss_state, jitter_state;
  int still_to_lose;
  int64_t last_due_ns;
  struct packet *first, *last;
  struct counts counts[PROTOCOLS];
  uint64_t late;
  int64_t latest_ns;
};

static struct direction directions[DIRECTIONS];
static const char *namespaces[2];
static int made;

/* SplitMix64: 0 <= x < 1. */
static double next_random(uint64_t *state) {
  uint64_t mixed = (*state += 0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return (double)((mixed ^ (mixed >> 31)) >> 11) / 9007199254740992.0;
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* ---- namespaces ---- */

static void remove_namespaces(void) {
  char command[512];
  while (made > 0) {
    const char *name = namespaces[--made];
    snprintf(command, sizeof command, "for pid in $(ip netns pids %s); do kill -9 $pid; done; ip netns del %s", name,
             name);
    if (system(command) != 0) fprintf(stderr, "%s was not removed\n", name);
  }
}

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  remove_namespaces();
  exit(1);
}

static void ip(const char *format, const char *name, const char *address) {
  char command[512];
  snprintf(command, sizeof command, format, name, address);
  if (system(command) != 0) {
    errno = EINVAL;
    fail(command);
  }
}

/* A TUN device that is made inside the namespace, so that any number of links can have one of the same name. */
static int open_device(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "/var/run/netns/%s", name);
  int own = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  int other = open(path, O_RDONLY | O_CLOEXEC);
  if (own < 0 || other < 0 || setns(other, CLONE_NEWNET) != 0) fail(path);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, DEVICE);
  if (device < 0 || ioctl(device, TUNSETIFF, &request) != 0) fail("/dev/net/tun");
  /* IPv6 would send packets of its own. It may be missing anyway. */
  int setting = open("/proc/sys/net/ipv6/conf/" DEVICE "/disable_ipv6", O_WRONLY | O_CLOEXEC);
  if (setting >= 0) {
    if (write(setting, "1", 1) != 1) fail("disable_ipv6");
    close(setting);
  }
  if (setns(own, CLONE_NEWNET) != 0) fail("setns");
  close(own);
  close(other);
  return device;
}

static int make_end(int index, const char *name, const char *address) {
  namespaces[index] = name;
  ip("ip netns add %s", name, "");
  made = index + 1;
  int device = open_device(name);
  ip("ip -n %s addr add %s/24 dev " DEVICE, name, address);
  char command[128];
  snprintf(command, sizeof command, "ip -n %%s link set dev " DEVICE " mtu %d txqueuelen %d up", MTU, QUEUE_LENGTH);
  ip(command, name, "");
  ip("ip -n %s link set dev lo up", name, "");
  return device;
}

/* ---- settings and counts ---- */

/* The text after `"name":` in a flat JSON object. */
static const char *value_of(const char *line, const char *name) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  const char *found = strstr(line, quoted);
  if (found == NULL || (found = strchr(found, ':')) == NULL) return NULL;
  return found + 1 + strspn(found + 1, " ");
}

static void set_number(const char *line, const char *name, double *value) {
  const char *text = value_of(line, name);
  if (text != NULL) *value = strtod(text, NULL);
}

static void change(struct direction *direction, const char *line) {
  double delay_ms = direction->delay_ns / 1e6, jitter_ms = direction->jitter_ns / 1e6, burst = direction->burst;
  set_number(line, "delayMs", &delay_ms);
  set_number(line, "jitterMs", &jitter_ms);
  set_number(line, "loss", &direction->loss);
  set_number(line, "burst", &burst);
  direction->delay_ns = (int64_t)(delay_ms * 1e6);
  direction->jitter_ns = (int64_t)(jitter_ms * 1e6);
  direction->burst = burst < 1 ? 1 : (int)burst;
  const char *blocked = value_of(line, "blockUdp");
  if (blocked != NULL) direction->udp_is_blocked = strncmp(blocked, "true", 4) == 0;
}

static void print_counts(void) {
  for (int d = 0; d < DIRECTIONS; d++) {
    printf("%s\"%s\":{", d == 0 ? "{" : ",", direction_names[d]);
    for (int p = 0; p < PROTOCOLS; p++) {
      struct counts *counts = &directions[d].counts[p];
      printf("\"%s\":{\"packets\":%lu,\"bytes\":%lu,\"lost\":%lu,\"blocked\":%lu},", protocol_names[p], counts->packets,
             counts->bytes, counts->lost, counts->blocked);
    }
    printf("\"late\":%lu,\"latestMs\":%.3f}", directions[d].late, directions[d].latest_ns / 1e6);
  }
  printf("}\n");
  fflush(stdout);
}

static void obey(const char *line) {
  const char *chosen = value_of(line, "direction");
  for (int d = 0; d < DIRECTIONS; d++) {
    size_t length = strlen(direction_names[d]);
    if (chosen == NULL || strncmp(chosen + 1, direction_names[d], length) == 0) change(&directions[d], line);
  }
  print_counts();
}

/* False at the end of standard input. */
static int read_lines(void) {
  static char text[4096];
  static size_t length;
  ssize_t got = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
  if (got <= 0) return got < 0 && errno == EINTR;
  length += got;
  text[length] = '\0';
  char *start = text, *end;
  while ((end = strchr(start, '\n')) != NULL) {
    *end = '\0';
    obey(start);
    start = end + 1;
  }
  length -= start - text;
  memmove(text, start, length);
  return length < sizeof text - 1;
}

/* ---- packets ---- */

static int protocol_of(const unsigned char *bytes, ssize_t length) {
  if (length < 20 || bytes[0] >> 4 != 4) return OTHER;
  return bytes[9] == IPPROTO_TCP ? TCP : bytes[9] == IPPROTO_UDP ? UDP : OTHER;
}

/* Draws once for every packet, so that the pattern does not depend on what else is set. */
static int is_lost(struct direction *direction) {
  double drawn = next_random(&direction->loss_state);
  if (direction->still_to_lose > 0) {
    direction->still_to_lose--;
    return 1;
  }
  /* How often a burst must begin for bursts to make up this share of all packets. */
  double begins = direction->loss / (direction->burst - direction->loss * (direction->burst - 1));
  if (drawn >= begins) return 0;
  direction->still_to_lose = direction->burst - 1;
  return 1;
}

static void take_packets(struct direction *direction) {
  for (;;) {
    struct packet *packet = malloc(sizeof *packet);
    if (packet == NULL) fail("malloc");
    packet->length = read(direction->from, packet->bytes, sizeof packet->bytes);
    if (packet->length <= 0) {
      free(packet);
      return;
    }
    packet->protocol = protocol_of(packet->bytes, packet->length);
    struct counts *counts = &direction->counts[packet->protocol];
    double jitter = next_random(&direction->jitter_state);
    int lost = is_lost(direction);
    int blocked = packet->protocol == UDP && direction->udp_is_blocked;
    if (lost || blocked) {
      if (blocked) counts->blocked++;
      else counts->lost++;
      free(packet);
      continue;
    }
    int64_t due_ns = now_ns() + direction->delay_ns + (int64_t)(jitter * direction->jitter_ns);
    if (due_ns < direction->last_due_ns) due_ns = direction->last_due_ns;
    direction->last_due_ns = packet->due_ns = due_ns;
    packet->next = NULL;
    if (direction->first == NULL) direction->first = packet;
    else direction->last->next = packet;
    direction->last = packet;
  }
}

static void pass_packets(struct direction *direction) {
  struct packet *packet;
  while ((packet = direction->first) != NULL) {
    int64_t after_ns = now_ns() - packet->due_ns;
    if (after_ns < 0) return;
    if (after_ns > LATE_NS) direction->late++;
    if (after_ns > direction->latest_ns) direction->latest_ns = after_ns;
    struct counts *counts = &direction->counts[packet->protocol];
    if (write(direction->to, packet->bytes, packet->length) == packet->length) {
      counts->packets++;
      counts->bytes += packet->length;
    } else {
      /* The device has been taken down. */
      counts->lost++;
    }
    direction->first = packet->next;
    free(packet);
  }
}

/* Until the first packet is due; NULL if none is on the way. */
static struct timespec *wait_for(struct timespec *wait) {
  int64_t due_ns = INT64_MAX;
  for (int d = 0; d < DIRECTIONS; d++) {
    struct packet *first = directions[d].first;
    if (first != NULL && first->due_ns < due_ns) due_ns = first->due_ns;
  }
  if (due_ns == INT64_MAX) return NULL;
  int64_t wait_ns = due_ns - now_ns();
  if (wait_ns < 0) wait_ns = 0;
  *wait = (struct timespec){.tv_sec = wait_ns / 1000000000, .tv_nsec = wait_ns % 1000000000};
  return wait;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: relay NAMESPACE_A ADDRESS_A NAMESPACE_B ADDRESS_B SEED\n");
    return 2;
  }
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  /* A reader of the output that is gone must not end the relay before it has cleaned up. */
  signal(SIGPIPE, SIG_IGN);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int devices[2] = {make_end(0, arguments[1], arguments[2]), make_end(1, arguments[3], arguments[4])};
  int stopping = signalfd(-1, &signals, SFD_CLOEXEC);
  uint64_t seed = strtoull(arguments[5], NULL, 10);
  for (int d = 0; d < DIRECTIONS; d++) {
    directions[d] = (struct direction){.from = devices[d], .to = devices[1 - d], .burst = 1};
    /* Far apart, since SplitMix64 counts up from its seed. */
    directions[d].loss_state = (seed * 4 + d * 2) * 0xd1342543de82ef95;
    directions[d].jitter_state = (seed * 4 + d * 2 + 1) * 0xd1342543de82ef95;
  }
  /* Wakes to the microsecond, and before the programs that use the link; without permission for that, as well as it can. */
  prctl(PR_SET_TIMERSLACK, 1);
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 2});
  printf("READY\n");
  fflush(stdout);
  struct pollfd polled[4] = {{.fd = devices[0], .events = POLLIN},
                             {.fd = devices[1], .events = POLLIN},
                             {.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = stopping, .events = POLLIN}};
  for (;;) {
    struct timespec wait;
    if (ppoll(polled, 4, wait_for(&wait), NULL) < 0 && errno != EINTR) fail("poll");
    for (int d = 0; d < DIRECTIONS; d++) {
      if (polled[d].revents != 0) take_packets(&directions[d]);
    }
    for (int d = 0; d < DIRECTIONS; d++) pass_packets(&directions[d]);
    if (polled[3].revents != 0 || (polled[2].revents != 0 && !read_lines())) break;
  }
  print_counts();
  remove_namespaces();
  return 0;
}
